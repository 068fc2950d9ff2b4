import { type Identity, isDistinctive } from './identity.ts'
import { escapePattern } from './people.ts'
import { matches, type Span, wordStart } from './span.ts'

const countries =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
const domains =
  'com org net edu gov mil int info biz name pro dev app cloud tech science online site xyz email company systems academy health internal corp local lan intranet home localdomain example test invalid'
const topLevel = new Set([...countries.split(' '), ...domains.split(' ')])

/** E-mail addresses. Found from their `@`, so that a long line without one costs nothing; `q@k.mT` is a product. */
export function emails(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const local = /(?:(?<=\\[abfnrtv0])[A-Za-z0-9][\w.+%-]{0,63}|[A-Za-z0-9_][\w.+%-]{0,63})$/.exec(
      text.slice(Math.max(0, at - 64), at),
    )?.[0]
    const domain = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}(?![\w(-]|\[\w|\.[A-Za-z0-9_])/.exec(
      text.slice(at + 1, at + 300),
    )?.[0]
    if (local === undefined || domain === undefined || text[at - local.length - 1] === '$') continue
    const end = domain.slice(domain.lastIndexOf('.') + 1)
    if (!topLevel.has(end.toLowerCase()) || (end !== end.toLowerCase() && end !== end.toUpperCase())) continue
    // A clone address: the account is everybody's.
    if (/^(?:git|hg|svn)$/.test(local) && text[at + 1 + domain.length] === ':') continue
    spans.push({ start: at - local.length, end: at + 1 + domain.length, kind: 'email' })
  }
  return spans
}

const ipv4 =
  /(?<![\w.])(?:10\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d{1,3}(?:\.\d{1,3})(?![\w-]|\.\d)/g
const ipv4After = /(?:(?<![\w.])|(?<=\\[abfnrtv0]))10\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w-]|\.\d)/g
/** What stands before a version of four numbers: CUDA's packages have versions that look like private addresses. */
const versionBefore =
  /(?:[=<>~!]=\s{0,2}|@|\bv|\bversion\W{0,3}|\bcu(?:da|dnn|blas|fft|rand|solver|sparse|pti)\S{0,12}[\s:"'=]{1,6}|\b(?:nvidia|lib|py|tensor|mkl|intel|tbb|onnx|opencv)[\w-]{0,40}[\s:"'=]{1,30}|[\w]-)$/i
const ipv6 =
  /(?:(?<![\w:.])|(?<=\\[abfnrtv0]))(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):(?=[0-9a-f:]{0,40}:)[0-9a-f:]{2,40}(?:%\w{1,16})?(?![\w:])/gi

/** Private IPv4 and IPv6 addresses (RFC 1918, 3927, 4193, 6598). `before` is what stands in front of the text. */
export function privateAddresses(text: string, before = ''): Span[] {
  const spans: Span[] = []
  const seen = new Set<number>()
  for (const pattern of [ipv4, ipv4After]) {
    for (const { match, start, end } of matches(pattern, text)) {
      const lead = `${start < 60 ? before.slice(-60) : ''}${text.slice(Math.max(0, start - 60), start)}`
      if (
        seen.has(start) ||
        match[0].split('.').some((part) => Number(part) > 255) ||
        versionBefore.test(lead) ||
        text.startsWith('=', end)
      )
        continue
      seen.add(start)
      spans.push({ start, end, kind: 'address' })
    }
  }
  for (const { start, end } of matches(ipv6, text)) spans.push({ start, end, kind: 'address' })
  return spans
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const internal = new RegExp(
  `(?:(?<![\\w.@/\\\\-])|(?<=//|@|\\\\[abfnrtv0]))(?:${label}\\.){1,6}(?:internal|corp|local|lan|intranet|localdomain)(?![\\w-]|\\.[A-Za-z0-9_]|\\()`,
  'gi',
)
const modules =
  /^(?:self|cls|np|torch|tf|tensorflow|keras|jax|flax|google\.protobuf|google\.auth|threading|thread|_thread|os|gevent|asgiref|werkzeug|contextvars|settings|config|env|rc|readme|docker-compose|python|numpy|scipy|pandas|sklearn|transformers|accelerate|lightning|pytorch_lightning|c10|at|std|com|org|java|javax)\.|^(?:host|gateway|kubernetes)\.docker\.internal$|^metadata\.google\.internal$|\.(?:python|framework|module|src|ops|utils|core)\./i
const urlHosts = new RegExp(
  `(?:https?|ftps?|sftp|ssh|git|git\\+ssh|tcp|udp|ws|wss|redis|rediss|postgres|postgresql|mysql|mongodb|amqp|amqps|grpc|ldap|ldaps|smb|nfs|rsync|rpc|socks5?|clickhouse|kafka|zmq|ray)://(?:[^\\s/@"'\`]{1,256}@)?(?<it>${label})(?![\\w.-])`,
  'dgi',
)
const prompts =
  /(?<![\w.@-])(?<user>[a-z_][\w.-]{0,31})@(?<host>[A-Za-z0-9][\w-]{0,62})(?=:[~/]| [~/][^\s\]]{0,80}\][$#])/dg
const everybodys =
  /^(?:localhost|host|hostname|server|example|proxy|user|127|0|api|www|ip|address|your.*|my.*|some.*|domain|url)$/i

/** Hosts of this machine's identity, internal hosts, and single names that stand where a host does. */
export function hosts(text: string, identity: Identity, before = ''): Span[] {
  const spans: Span[] = []
  const add = (start: number, end: number) => spans.push({ start, end, kind: 'host' as const })
  for (const { match, start, end } of matches(internal, text)) {
    const line = `${start < 80 ? before.slice(-80) : ''}${text.slice(Math.max(0, start - 80), start)}`
    const stated = /(?:\/\/|@)$/.test(line) || /^:\d{2,5}\b/.test(text.slice(end, end + 7))
    if (
      stated
        ? !/^(?:host|gateway)\.docker\.internal$|^metadata\.google\.internal$/.test(match[0])
        : !modules.test(match[0]) &&
          !/\b(?:import|from)\s+$/.test(line) &&
          !/^\s+import\b/.test(text.slice(end, end + 9))
    )
      add(start, end)
  }
  for (const { match, start, end } of matches(urlHosts, text))
    if (!everybodys.test(match.groups?.it ?? '')) add(start, end)
  for (const { match } of matches(prompts, text)) {
    const [start, end] = match.indices?.groups?.host ?? [0, 0]
    if (!everybodys.test(text.slice(start, end))) add(start, end)
    const [from, to] = match.indices?.groups?.user ?? [0, 0]
    if (!/^(?:root|git|ubuntu|user)$/.test(text.slice(from, to)) || identity.users.includes(text.slice(from, to)))
      spans.push({ start: from, end: to, kind: 'user' })
  }
  for (const host of identity.hosts) for (const { start, end } of matches(hostPattern(host), text)) add(start, end)
  return spans
}

function hostPattern(host: string): RegExp {
  const name = escapePattern(host)
  const domain = `(?:\\.${label}){0,5}(?:\\.(?:com|org|net|edu|gov|io|ai|internal|corp|local|lan|intranet|localdomain)\\b|\\.(?:de|fr|uk|ch|cn|jp|in|ca|eu|us)\\b)`
  if (isDistinctive(host) || (/\d/.test(host) && /[A-Za-z]/.test(host) && host.length >= 4))
    return new RegExp(`${wordStart}${name}(?:${domain})?(?![A-Za-z0-9])`, 'gi')
  return new RegExp(
    `(?<=@|://|\\bHOST(?:NAME)?["']?[ \\t]{0,2}[=:][ \\t]{0,2}["']?)${name}(?:${domain})?(?![\\w-])(?!\\.\\w+\\()`,
    'g',
  )
}
