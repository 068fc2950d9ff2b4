import type { LineSpan, ReportEnvironment, Statement } from '../../shared/report.ts'
import { deviceIn, saysOfGpu } from './named-devices.ts'
import { packageName, versionsIn } from './named-versions.ts'

/** A line that versions may be read from; `dump` where it stands in a list of them. */
export type EnvironmentLine = { text: string; number: number; dump?: boolean }

const os =
  /\b(Ubuntu|Debian(?: GNU\/Linux)?|CentOS|Fedora|Arch Linux|Manjaro|Red Hat|RHEL|openSUSE|Rocky Linux|mac ?OS(?: X| Big Sur| Monterey| Ventura| Sonoma| Sequoia)?|Mac OS X?|OS X|Darwin|Amazon Linux|Linux Mint|Windows(?: Server)?|Win(?= ?(?:7|8|10|11)\b)|[uU]buntu(?= ?\d)|windows(?= ?(?:7|8|10|11)\b))[ \t-]*(?:Home |Pro )?(\d+(?:\.\d+)*)?/
const kernel = /\b(?:Linux|WSL ?2?)\b(?:[ -]\d+(?:\.\d+)*)?/
const declared =
  /^\s*[-*|•]?\s*[*_`"]{0,2}(?:OS|Operating System|Platform|System|OS Platform and Distribution)\b[^:|=]{0,40}[:|=]\s*[*_`"]{0,2}\s*(.{2,80})/i

/** Versions, system and devices that the report names, from dumps and from prose. Code and output are left out by the caller. */
export function findEnvironment(lines: EnvironmentLine[]): ReportEnvironment {
  const versions: ReportEnvironment['versions'] = {}
  const systems: (Statement & { declared: boolean })[] = []
  const devices: Statement[] = []
  let takesGpu = false
  let denied = false
  let shown: string | null = null
  // What a dump says goes before what prose says.
  for (const line of [...lines.filter((l) => l.dump === true), ...lines.filter((l) => l.dump !== true)]) {
    const text = line.text.slice(0, 2000).replace(/\((?:e\.g\.|for example|such as|like)[^()]{0,80}\)/gi, ' ')
    const at: LineSpan = { start: line.number, end: line.number }
    for (const [name, version] of versionsIn(text, line.dump === true)) versions[name] ??= { version, lines: at }
    // `pip show` and some trackers' forms put the name and the version on two lines.
    const name = /^\s*Name: ([\w.-]+)\s*$/.exec(text)?.[1]
    const own = /^\s*Version: (\d[\w.+]*)\s*$/.exec(text)?.[1]
    if (name !== undefined) shown = name
    else if (own !== undefined && shown !== null) versions[packageName(shown)] ??= { version: own, lines: at }
    const system = systemIn(text)
    if (system !== null) systems.push({ ...system, lines: at })
    const device = deviceIn(text)
    if (device !== null) devices.push({ text: device.name, lines: at })
    const said = saysOfGpu(text)
    if (said === 'none') denied = true
    else if (said !== null || device?.gpu === true) takesGpu = true
    if (said !== null && said !== 'none' && device === null) devices.push({ text: said.takes, lines: at })
  }
  const system = systems.find((s) => s.declared) ?? systems[0]
  return {
    versions,
    os: system === undefined ? null : { text: system.text, lines: system.lines },
    devices: devices.sort((a, b) => a.lines.start - b.lines.start).slice(0, 10),
    gpu: takesGpu && !denied,
  }
}

function systemIn(text: string): { text: string; declared: boolean } | null {
  const row = declared.exec(text)?.[1]
  const found = os.exec(row ?? text) ?? kernel.exec(row ?? text)
  return found === null ? null : { text: found[0].trim().replace(/-$/, ''), declared: row !== undefined }
}
