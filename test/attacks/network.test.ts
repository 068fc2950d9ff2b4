import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts, prelude, succeeded, token } from './attempts.ts'
import { runAttack } from './run-attack.ts'

let tcp: Server
let udp: Socket
let unix: Server
let abstract: Server
let folder: string
let reached = 0
const abstractName = token()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'repgen-socket-'))
  const server = () =>
    createServer((socket) => {
      reached += 1
      socket.end()
    })
  tcp = server().listen(0, '0.0.0.0')
  unix = server().listen(join(folder, 's'))
  abstract = server().listen(`\0${abstractName}`)
  udp = createSocket('udp4').on('message', () => {
    reached += 1
  })
  udp.bind(0, '0.0.0.0')
  await Promise.all([tcp, unix, abstract, udp].map((one) => once(one, 'listening')))
})

afterAll(() => {
  for (const one of [tcp, unix, abstract, udp]) one.close()
  rmSync(folder, { recursive: true, force: true })
})

const tcpPort = () => (tcp.address() as AddressInfo).port
const addresses = () => [
  '127.0.0.1',
  ...Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []),
]

describe('an attack over the network', () => {
  it('reaches no TCP server of this machine or beyond', async () => {
    const { stdoutText } = await runAttack(`${prelude}
for host in ${JSON.stringify([...new Set(addresses())])} + ['10.0.0.1', '192.168.1.1', '1.1.1.1', '169.254.169.254']:
    family = socket.AF_INET6 if ':' in host else socket.AF_INET
    s = socket.socket(family, socket.SOCK_STREAM); s.settimeout(2)
    attempt(host, lambda: s.connect((host, ${tcpPort()})))
`)
    expect(Object.keys(attempts(stdoutText)).length).toBeGreaterThan(4)
    expect(succeeded(stdoutText)).toEqual([])
    expect(reached).toBe(0)
  })

  it('reaches no UDP server, by address or by broadcast', async () => {
    const { stdoutText } = await runAttack(`${prelude}
for host in ${JSON.stringify([...new Set(addresses())].filter((address) => !address.includes(':')))} + ['255.255.255.255', '224.0.0.1', '8.8.8.8']:
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    attempt(host, lambda: s.sendto(b'harm', (host, ${udp.address().port})))
`)
    expect(Object.keys(attempts(stdoutText)).length).toBeGreaterThan(3)
    expect(succeeded(stdoutText).filter((host) => !host.startsWith('127.'))).toEqual([])
    expect(reached).toBe(0)
  })

  it('reaches nothing over IPv6', async () => {
    const { stdoutText } = await runAttack(`${prelude}
for host in ['::1', '::ffff:127.0.0.1', '2606:4700:4700::1111', 'ff02::1%lo', 'fe80::1%1']:
    s = socket.socket(socket.AF_INET6, socket.SOCK_STREAM); s.settimeout(2)
    attempt('tcp ' + host, lambda: s.connect(socket.getaddrinfo(host, ${tcpPort()}, socket.AF_INET6)[0][4]))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(5)
    expect(succeeded(stdoutText)).toEqual([])
    expect(reached).toBe(0)
  })

  it('resolves no name', async () => {
    const { stdoutText } = await runAttack(`${prelude}
for name in ['example.com', 'pypi.org', 'metadata.google.internal']:
    attempt(name, lambda: socket.getaddrinfo(name, 443))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(3)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('sends nothing through a raw, a packet, a Bluetooth or a virtual machine socket', async () => {
    const { stdoutText } = await runAttack(`${prelude}
echo = struct.pack('!BBHHH', 8, 0, 0xf7ff, 0, 0)
attempt('icmp', lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).sendto(echo, ('10.0.0.1', 0)))
attempt('ping', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP).sendto(echo, ('10.0.0.1', 0)))
def packet():
    s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    return s.sendto(b'\\xff' * 64, ('eth0', 0))
attempt('packet', packet)
def machine():
    s = socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM); s.settimeout(2)
    return s.connect((2, 22))
attempt('vsock', machine)
attempt('bluetooth', lambda: socket.socket(31, socket.SOCK_RAW, 1).bind((0,)))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(5)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('finds only the loopback interface over netlink, and can add no other', async () => {
    const { stdoutText } = await runAttack(`${prelude}
print('INTERFACES', [name for _, name in socket.if_nameindex()])
print('ROUTES', len(open('/proc/net/route').read().splitlines()) - 1)
def link():
    s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    name = b'veth9\\0'
    kind = struct.pack('HH', 8 + len(b'veth'), 1) + b'veth'
    info = struct.pack('HH', 4 + len(kind), 18) + kind
    body = struct.pack('BxHiII', 0, 0, 0, 0, 0) + struct.pack('HH', 4 + len(name), 3) + name + b'\\0' * (-len(name) % 4) + info
    s.send(struct.pack('IHHII', 16 + len(body), 16, 0x5 | 0x600, 1, 0) + body)
    error = struct.unpack('i', s.recv(4096)[16:20])[0]
    if error: raise OSError(-error, os.strerror(-error))
attempt('link', link)
attempt('tun', lambda: open('/dev/net/tun', 'r+b', 0))
`)
    expect(stdoutText).toContain("INTERFACES ['lo']")
    expect(stdoutText).toContain('ROUTES 0')
    expect(attempts(stdoutText).tun?.outcome).toBe('refused')
    // A virtual pair inside its own namespace would lead nowhere.
    expect(Object.values(networkInterfaces()).length).toBeGreaterThan(0)
    expect(Object.keys(networkInterfaces())).not.toContain('veth9')
  })

  it('reaches no Unix socket of the host, by path or by abstract name', async () => {
    const paths = [
      '/var/run/docker.sock',
      '/run/docker.sock',
      '/run/dbus/system_bus_socket',
      '/run/user/0/bus',
      '/run/user/1000/bus',
    ]
    const more = ['/run/containerd/containerd.sock', '/run/systemd/private', '/tmp/.X11-unix/X0', '/run/snapd.socket']
    const { stdoutText } = await runAttack(`${prelude}
for path in ${JSON.stringify([join(folder, 's'), ...paths, ...more])} + ['\\0${abstractName}', '\\0/tmp/.X11-unix/X0', '\\0/tmp/dbus-0']:
    s = socket.socket(socket.AF_UNIX); s.settimeout(2)
    attempt(path, lambda: s.connect(path))
print('LISTED', ${JSON.stringify(abstractName.slice(0, 20))} + ${JSON.stringify(abstractName.slice(20))} in open('/proc/net/unix').read())
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(13)
    expect(succeeded(stdoutText)).toEqual([])
    expect(stdoutText).toContain('LISTED False')
    expect(reached).toBe(0)
  })
})
