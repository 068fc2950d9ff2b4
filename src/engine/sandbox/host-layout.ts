import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
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
  const others = [
    ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/localtime'],
    // Debian keeps a part of Python's library here.
    ...list('/etc', /^python3(\.\d+)?$/),
    // NixOS and Guix keep everything here.
    ...['/nix/store', '/gnu/store'],
    // How many processors there are: libraries print warnings without these.
    ...['/sys/devices/system/cpu', '/sys/devices/system/node'],
  ]
  return { system: [...system, ...others.filter((path) => existsSync(path))], links }
}

const neverWhole = [
  '/',
  '/home',
  '/root',
  '/run',
  '/etc',
  '/var',
  '/tmp',
  '/opt',
  '/mnt',
  '/media',
  '/srv',
  '/dev',
  '/proc',
  '/sys',
  '/boot',
  '/Users',
]

/** Whether a folder may be mounted for an interpreter: it is no home, nor a folder that holds homes or the machine's state. */
export function mayBeMounted(path: string, home = homedir()): boolean {
  if (!path.startsWith('/') || !existsSync(path)) return false
  return [path, realpathSync(path)].every(
    (one) =>
      !neverWhole.includes(one) &&
      one !== home &&
      !home.startsWith(`${one}/`) &&
      !/^\/(run|proc|sys|dev|etc)\//.test(one),
  )
}

/** An interpreter's folders at their own paths, but for those that the system's mounts hold already. Outer ones first. */
export function interpreterMounts(interpreter: Interpreter | undefined): Mount[] {
  const prefixes = interpreter?.prefixes ?? []
  return [...new Set(prefixes)]
    .filter((path) => mayBeMounted(path) && !/^\/(usr|bin|lib|lib64)(\/|$)/.test(path))
    .sort((a, b) => a.length - b.length)
    .map((path) => ({ host: realpathSync(path), inside: path }))
}

/** Device files of GPUs: NVIDIA, AMD, and WSL2's. */
export function gpuDevices(): string[] {
  return [...list('/dev', /^(nvidia|kfd|dxg)/), ...list('/dev/dri', /^renderD/)]
}

/** Where drivers' libraries look up which GPUs there are. The libraries themselves are in /usr, WSL2's too. */
export function gpuFolders(): string[] {
  const looked = [
    '/sys/bus',
    '/sys/class',
    '/sys/dev',
    '/sys/devices',
    '/sys/module',
    '/run/opengl-driver',
    '/etc/OpenCL',
    '/etc/vulkan',
  ]
  return looked.filter((path) => existsSync(path))
}

function list(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`)
}
