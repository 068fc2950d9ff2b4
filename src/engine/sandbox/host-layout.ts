import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import type { Interpreter } from '../../shared/run.ts'
import type { Mount } from './spec.ts'

/** What of this machine a run needs to see: the system's libraries, never /, /run, /etc as a whole or a home. */
export function systemLayout(): { system: string[]; links: [string, string][] } {
  const links: [string, string][] = []
  const system: string[] = ['/usr']
  for (const path of ['/bin', '/sbin', '/lib', '/lib64', '/lib32']) {
    if (!existsSync(path)) continue
    if (lstatSync(path).isSymbolicLink()) links.push([path, readlinkSync(path)])
    else system.push(path)
  }
  for (const path of [
    '/etc/alternatives',
    '/etc/ld.so.cache',
    '/etc/ld.so.conf',
    '/etc/ld.so.conf.d',
    '/etc/localtime',
    '/etc/python3.11',
  ]) {
    if (existsSync(path)) system.push(path)
  }
  return { system, links }
}

/** An interpreter's folders at their own paths, but for those that the system's mounts hold already. */
export function interpreterMounts(interpreter: Interpreter | undefined): Mount[] {
  const prefixes = interpreter?.prefixes ?? []
  return [...new Set(prefixes)]
    .filter((path) => existsSync(path) && path !== '/' && !/^\/(usr|bin|lib|lib64)(\/|$)/.test(path))
    .map((path) => ({ host: realpathSync(path), inside: path }))
}

/** Device files of GPUs: NVIDIA, AMD, and WSL2's. */
export function gpuDevices(): string[] {
  const listed = (folder: string, pattern: RegExp) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => pattern.test(name))
          .map((name) => `${folder}/${name}`)
      : []
  return [...listed('/dev', /^(nvidia|kfd|dxg)/), ...listed('/dev/dri', /^renderD/)]
}
