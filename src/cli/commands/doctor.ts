import { existsSync, statfsSync } from 'node:fs'
import { findInterpreters } from '../../engine/interpreters/find-interpreters.ts'
import { probeSandbox } from '../../engine/sandbox/probe-sandbox.ts'
import { runTool } from '../../engine/sandbox/run-tool.ts'
import type { Interpreter } from '../../shared/run.ts'
import { colours as pc } from '../colours.ts'
import { exitCodes } from '../exit-codes.ts'
import { safeJson, safeLine } from '../safe-text.ts'
import { openStore } from '../with-engine.ts'

/** `missing`: a case needs it. `advice`: it works without, but less well. */
type Finding = { name: string; state: 'there' | 'missing' | 'advice'; text: string; fix: string | null }

const there = (name: string, text: string): Finding => ({ name, state: 'there', text, fix: null })
const oldestNode = [20, 12] as const
const leastFreeGibibytes = 2

/** `repgen doctor`: exits 0 when all that a case needs is there, else 1. */
export async function doctorCommand(options: { json?: boolean; home?: string }): Promise<number> {
  const found = await findInterpreters({ given: null, repository: null })
  const findings = [node(), sandbox(), ...pythons(found), await git(), graphics(), ...store(options.home)]
  if (options.json) process.stdout.write(`${safeJson(findings, 2)}\n`)
  else process.stdout.write(findings.map(line).join(''))
  return findings.some((f) => f.state === 'missing') ? exitCodes['not-reproduced'] : 0
}

function line({ name, state, text, fix }: Finding): string {
  const mark = { there: pc.green('✓'), missing: pc.red('✗'), advice: pc.yellow('!') }[state]
  return `${mark} ${name.padEnd(14)} ${safeLine(text)}\n${fix === null ? '' : `${' '.repeat(17)}→ ${fix}\n`}`
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const old = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  if (!old) return there('node', process.version)
  const fix = `install Node ${oldestNode.join('.')} or newer from https://nodejs.org`
  return { name: 'node', state: 'missing', text: `${process.version} is too old`, fix }
}

function sandbox(): Finding {
  const { works, kind, version, problem, fix } = probeSandbox()
  if (works) return there('sandbox', `${kind} ${version ?? ''}`)
  return { name: 'sandbox', state: 'missing', text: problem ?? 'there is none, so runs are refused', fix }
}

const frameworks = ['torch', 'tensorflow', 'tensorflow-cpu', 'keras', 'jax']
const listed = [...frameworks, 'numpy', 'pylint']

function pythons(found: Interpreter[]): Finding[] {
  const has = (i: Interpreter, name: string) => i.packages[name] !== undefined
  const lines = found.map((i) => {
    const packages = listed.filter((name) => has(i, name)).map((name) => `${name} ${i.packages[name]}`)
    return there(`python ${i.version}`, [i.path, ...packages].join(', '))
  })
  const any = (names: string[]) => found.some((i) => names.some((name) => has(i, name)))
  const framework: Finding = {
    name: 'framework',
    state: 'missing',
    text: 'no Python here has torch, tensorflow, keras or jax',
    fix: 'npm run setup, or sudo apt-get install python3-torch, or give a virtual environment with --python',
  }
  const pylint: Finding = {
    name: 'pylint',
    state: 'advice',
    text: 'no Python here has it, so scripts are not linted',
    fix: 'sudo apt-get install pylint',
  }
  return [...lines, ...(any(frameworks) ? [] : [framework]), ...(any(['pylint']) ? [] : [pylint])]
}

async function git(): Promise<Finding> {
  const asked = await runTool({ argv: ['git', '--version'], unsandboxed: true }).catch(() => null)
  if (asked?.exit.code === 0) return there('git', asked.stdout.trim())
  return { name: 'git', state: 'missing', text: 'not installed; --repo needs it', fix: 'sudo apt-get install git' }
}

function graphics(): Finding {
  const device = ['/dev/nvidia0', '/dev/dxg', '/dev/kfd'].find(existsSync)
  return there(
    'gpu',
    device === undefined ? 'none; reports that need one end as blocked' : `${device}, used with --gpu`,
  )
}

/** Opening it with a full check repairs it where that is needed. */
function store(home: string | undefined): Finding[] {
  try {
    using opened = openStore(home, { fullCheck: true })
    const { bavail, bsize } = statfsSync(opened.folder)
    const free = (bavail * bsize) / 2 ** 30
    const disk: Finding = { ...there('disk', `${free.toFixed(1)} GiB free`) }
    const count = opened.ids().length
    return [
      there('store', `${opened.folder}, ${count} case${count === 1 ? '' : 's'}`),
      free >= leastFreeGibibytes
        ? disk
        : { ...disk, state: 'advice', fix: `free some space, or choose another disk with --home` },
    ]
  } catch (error) {
    const fix = 'choose another folder with --home or REPGEN_HOME'
    return [{ name: 'store', state: 'missing', text: (error as Error).message, fix }]
  }
}
