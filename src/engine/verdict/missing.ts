import type { Attempt } from '../../shared/attempt.ts'
import type { ChainedException, Report } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { Missing } from '../../shared/verdict.ts'
import { distributionOf } from '../interpreters/distributions.ts'
import { isPart } from './faithfulness.ts'

/** What a run could not have: a package, the network, a file, a GPU. Empty where the run had all it needs. */
export function missingFor(
  exception: ChainedException | null,
  symptom: Symptom,
  report: Report,
  attempt: Attempt,
): Missing[] {
  const found = exception === null ? [] : fromException(exception, report)
  if (needsGpu(symptom, report, exception)) {
    found.push({
      kind: 'gpu',
      name: report.environment.devices[0]?.text ?? 'CUDA',
      remedy:
        'The report is about a GPU and the symptom does not show on the CPU: run it on a machine with one, with --gpu.',
    })
  }
  const part = isPart(attempt)
  return part ? found.filter((m) => m.kind !== 'file') : found
}

function fromException(exception: ChainedException, report: Report): Missing[] {
  const { message } = exception
  const type = exception.type.split('.').at(-1) ?? ''
  const module = /No module named '([\w.]+)'/.exec(message)?.[1]
  if (module !== undefined) {
    const root = module.split('.')[0] as string
    const name = distributionOf(root)
    const version = report.environment.versions[name]?.version
    return [
      {
        kind: 'package',
        name,
        remedy: `Install ${version === undefined ? name : `${name}==${version}`} into the interpreter, or choose another one with --python.`,
      },
    ]
  }
  if (
    /URLError|HTTPError|ConnectionError|MaxRetryError|gaierror|SSLError|NewConnectionError|LocalEntryNotFoundError|OfflineModeIsEnabled/.test(
      type,
    ) ||
    /name resolution|Name or service not known|offline mode|couldn't connect|Connection refused|We couldn't connect/i.test(
      message,
    )
  ) {
    const url = /https?:\/\/[^\s'")>]+/.exec(report.mentions.data.map((d) => d.text).join(' '))?.[0]
    return [
      {
        kind: 'network',
        name: url ?? 'a download',
        remedy: 'Runs have no network. Give the files with --data DIR or --weights DIR.',
      },
    ]
  }
  if (type === 'FileNotFoundError' || /No such file or directory/.test(message)) {
    const file = /'([^']+)'/.exec(message)?.[1] ?? 'a file'
    return [
      {
        kind: 'file',
        name: file,
        remedy: `Ask the reporter for ${file}, or give a folder that holds it with --data DIR.`,
      },
    ]
  }
  if (
    /Found no NVIDIA driver|not compiled with CUDA|CUDA is not available|No CUDA GPUs are available|cudaGetDeviceCount/i.test(
      message,
    )
  ) {
    return [{ kind: 'gpu', name: 'CUDA', remedy: 'Run it on a machine with an NVIDIA GPU, with --gpu.' }]
  }
  return []
}

/** The symptom itself speaks of a GPU, and the CPU did not show it. */
function needsGpu(symptom: Symptom, report: Report, exception: ChainedException | null): boolean {
  if (symptom.kind === 'memory-growth') return symptom.device === 'gpu'
  if (exception !== null && !/cuda|nvidia|gpu/i.test(exception.message)) return false
  if (symptom.kind === 'exception')
    return /cuda|cudnn|cublas|nccl|device-side|gpu/i.test(`${symptom.type} ${symptom.message}`)
  return report.environment.gpu
}
