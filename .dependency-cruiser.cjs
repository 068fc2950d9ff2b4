/** design: arrows go one way; only the sandbox starts foreign programs. */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'shared-imports-nothing-of-ours', severity: 'error', from: { path: '^src/shared' }, to: { path: '^src/(?!shared)' } },
    { name: 'engine-imports-shared-only', severity: 'error', from: { path: '^src/engine' }, to: { path: '^src/(?!engine|shared)' } },
    { name: 'main-never-imports-engine', severity: 'error', from: { path: '^src/(main|renderer|preload)' }, to: { path: '^src/engine' } },
    {
      name: 'only-the-sandbox-starts-programs',
      severity: 'error',
      from: { path: '^src/engine', pathNot: '^src/engine/sandbox' },
      to: { path: '(child_process|node_modules/execa)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
