import { statfsSync } from 'node:fs'
import pc from 'picocolors'
import { findInterpreters } from '../../engine/interpreters/find-interpreters.ts'
import { probeSandbox } from '../../engine/sandbox/probe-sandbox.ts'
import { runTool } from '../../engine/sandbox/run-tool.ts'
import { openStore } from '../with-engine.ts'

type Finding = { name: string; ok: boolean; text: string; fix: string | null }

/** `repgen doctor`: exits 0 when all that a case needs is there. */
export async function doctorCommand(options: { json?: boolean; home?: string }): Promise<number> {
  const findings = [node(), sandbox(), ...(await pythons()), await git(), store(options.home)]
  if (options.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
  else {
    for (const { name, ok, text, fix } of findings) {
      process.stdout.write(`${ok ? pc.green('✓') : pc.red('✗')} ${name.padEnd(12)} ${text}\n${fix === null ? '' : `               → ${fix}\n`}`)
    }
  }
  return findings.every((f) => f.ok) ? 0 : 1
}

const node = (): Finding => ({ name: 'node', ok: true, text: process.version, fix: null })

function sandbox(): Finding {
  const { works, kind, version, problem, fix } = probeSandbox()
  return { name: 'sandbox', ok: works, text: works ? `${kind} ${version ?? ''}` : (problem ?? 'none'), fix }
}

const frameworks = ['torch', 'tensorflow', 'keras', 'jax', 'numpy', 'pylint']

async function pythons(): Promise<Finding[]> {
  const found = await findInterpreters({ given: null, repository: null })
  const listed = found.map((i): Finding => {
    const has = frameworks.filter((name) => i.packages[name] !== undefined).map((name) => `${name} ${i.packages[name]}`)
    return { name: `python ${i.version}`, ok: true, text: `${i.path}${has.length > 0 ? `: ${has.join(', ')}` : ''}`, fix: null }
  })
  const some = (name: string, fix: string): Finding[] =>
    found.some((i) => i.packages[name] !== undefined) ? [] : [{ name, ok: false, text: `no interpreter here has ${name}`, fix }]
  return [
    ...listed,
    ...some('torch', 'sudo apt-get install python3-torch, or install it into a virtual environment and give that with --python'),
    ...some('pylint', 'sudo apt-get install pylint (without it, scripts are not linted)'),
  ]
}

async function git(): Promise<Finding> {
  const { exit, stdout } = await runTool({ argv: ['git', '--version'], unsandboxed: true }).catch(() => ({ exit: { code: 1 }, stdout: '' }))
  const ok = exit.code === 0
  return { name: 'git', ok, text: ok ? stdout.trim() : 'not installed', fix: ok ? null : 'sudo apt-get install git' }
}

function store(home: string | undefined): Finding {
  try {
    using opened = openStore(home)
    const { bavail, bsize } = statfsSync(opened.folder)
    const free = (bavail * bsize) / 2 ** 30
    return { name: 'store', ok: free > 1, text: `${opened.folder}: ${opened.ids().length} cases, ${free.toFixed(1)} GiB free`, fix: free > 1 ? null : 'free some space on that disk' }
  } catch (error) {
    return { name: 'store', ok: false, text: (error as Error).message, fix: 'choose another folder with --home or REPGEN_HOME' }
  }
}
