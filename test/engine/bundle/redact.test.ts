import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../src/engine/bundle/redact.ts'

const identity = { users: ['mirabelle'], homes: ['/home/mirabelle', '/srv/people/mirabelle'], hosts: ['kestrel-gpu7'] }
const clean = (text: string, who = identity) => redact(text, who).text

/** Written in two pieces, so that no scanner of repositories takes the examples for live tokens. */
const joined = (...parts: string[]) => parts.join('')
const random = 'Zk3vQ9xT1bN7wL5pR8sD2fG6hJ4mC0yA'
const hex40 = '3f9a1c7e5b2d8046f1e3a5c7092b4d6e8f0a1b3c'

const secrets: [string, string, string][] = [
  ['a classic GitHub token', 'remote: {}', joined('ghp', '_', random)],
  ['a GitHub server token', 'GH={}', joined('ghs', '_', random)],
  ['a fine-grained GitHub token', 'git clone with {}', joined('github', '_pat_', '11ABCDEFG0', random)],
  ['a GitLab token', 'curl --header x {}', joined('glpat', '-', 'xY3_kLm9PqRs7TuVwXyZ')],
  ['a Hugging Face token', "login(token='{}')", joined('hf', '_', 'QwErTyUiOpAsDfGhJkLzXcVbNm12345678')],
  ['an OpenAI key', 'openai.api_key = "{}"', joined('sk', '-', 'proj-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7')],
  ['an Anthropic key', 'export X={}', joined('sk', '-ant-', 'api03-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7')],
  ['a Slack bot token', 'slack {}', joined('xox', 'b-', '123456789012-abcdefGHIJKL')],
  ['an AWS key id', 'aws {}', joined('AKIA', 'QWERTYUIOPASDFGH')],
  ['an AWS temporary key id', 'aws {} ok', joined('ASIA', 'QWERTYUIOPASDFGH')],
  ['an AWS secret', 'aws_secret_access_key = {}', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKE'],
  ['a Google key', '?key={}', joined('AIza', 'SyA1b2C3d4E5f6G7h8I9j0KlMnOpQrStUvW')],
  ['a Google access token', 'got {}', joined('ya29', '.a0AfH6SMBx1y2z3A4B5C6D7E8F9')],
  ['an npm token', '//registry/:_authToken={}', joined('npm', '_', random, 'abcd')],
  ['a PyPI token', 'twine -p {}', joined('pypi', '-AgEIcHlwaS5vcmcCJGFiY2RlZmdoLTEyMzQ')],
  [
    'a web token',
    'cookie {}',
    joined(
      'eyJ',
      'hbGciOiJIUzI1NiJ9',
      '.eyJ',
      'zdWIiOiIxMjM0NTY3ODkwIn0',
      '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    ),
  ],
  ['a SendGrid key', 'mail {}', joined('SG', '.abcdefghijklmnop1234', '.', 'ABCDEFGHIJKLMNOP5678')],
  ['a Stripe key', 'pay {}', joined('sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc')],
  ['a Groq key', 'groq {}', joined('gsk', '_', random)],
  ['a Replicate token', 'rep {}', joined('r8', '_', random)],
  ['an NVIDIA key', 'ngc {}', joined('nvapi', '-', random)],
  ['a Docker token', 'docker login -p {}', joined('dckr', '_pat_', 'aBcDeFgHiJkLmNoPqRsTuV')],
  ['a Databricks token', 'dbx {}', joined('dapi', '0123456789abcdef0123456789abcdef')],
  ['a Telegram bot', 'bot {}', joined('123456789', ':AA', 'HdqTcvCH1vGWJxfSeofSAs0K5PALDsawxyz')],
  ['a Slack hook', joined('https://hooks.slack', '.com/services/{}'), 'T0000AAAA/B0000BBBB/abcdEFGHijklMNOPqrst'],
  ['a wandb key in the environment', 'WANDB_API_KEY={}', hex40],
  ['a wandb key in code', 'wandb.login(key="{}")', hex40],
  ['a wandb key on a command line', '$ wandb login {}', hex40],
  ['a password in code', "connect(password='{}')", 'tr0ub4dor&3'],
  ['a password of words', 'password = "{}"', 'correcthorse'],
  ['a password in YAML', 'db:\n  password: {}\n', 'hunter2go'],
  ['a password in JSON', '{"password": "{}"}', 'n0tS3cret'],
  ['a password in escaped JSON', String.raw`{\"passwd\": \"{}\"}`, 'n0tS3cret'],
  ['a password with an escaped quote', 'pwd = "{}"', String.raw`ab\"cdEf99`],
  ['a password flag', 'mysql --password {} db', 'S3same!open'],
  ['a token flag', 'cli --api-token={} x', 'a1b2c3d4e5f6g7h8'],
  ['a bearer header', 'Authorization: Bearer {}', 'abcDEF123456ghiJKL7890'],
  ['a basic header', `-H "Authorization: Basic {}"`, 'YWxhZGRpbjpvcGVuc2VzYW1l'],
  ['a header in a dict', `headers={"Authorization": "Bearer {}"}`, 'abcDEF123456ghiJKL7890'],
  ['a private header', 'PRIVATE-TOKEN: {}', 'abcDEF123456ghiJKL78'],
  ['a URL with a password', 'git clone https://{}@code.example.org/x.git', 'kim:pa55w0rd'],
  ['a URL with a token for a name', 'https://{}@code.example.org/x.git', random],
  ['a password with an at sign in a URL', 'postgres://{}@db.example.org/x', 'kim:p@ssw0rd'],
  ['a connection string', 'Server=x;User=y;Password={};', 'qW3rTy99'],
  ['an Azure key', 'AccountKey={};EndpointSuffix=core', 'abcDEF123+/ghiJKL456mnoPQR789stuVWX=='],
  [
    'a signed URL',
    'https://b.example.org/o?X-Amz-Signature={}&x=1',
    '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  ],
  ['a shared access signature', 'https://a.example.org/c?sv=2020&sig={}', 'a1B2c3D4e5F6g7H8i9J0%2BkL%3D'],
  ['a netrc line', 'machine api.example.org login user password {}', 'abc123def456'],
  ['a user of curl', 'curl -u kim:{} https://x.example.org', 's3cr3tPass'],
  ['a value named _SECRET', 'MY_APP_SECRET={}', 'f8Jk2LmN9pQr4StUv6'],
  ['a value named _KEY', "SERVICE_KEY = '{}'", 'f8Jk2LmN9pQr4StUv6'],
  ['a Comet key', 'COMET_API_KEY="{}"', 'a1B2c3D4e5F6g7H8i9J0kLmNo'],
  ['a Kaggle key', '{"username":"kim","key":"{}"}', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
  ['a cookie', 'Cookie: {}', 'session=abcd1234efgh5678'],
  ['a passphrase of words', 'passphrase: "{}"', 'correct horse battery staple'],
  ['several cookies', 'Set-Cookie: {}', 'session=abcd1234; csrf=efgh5678; Path=/'],
  ['an assignment behind another', 'token: pwd="{}"', 'abc def9'],
  ['a token behind an escape', String.raw`'line one\n{}'`, joined('ghp', '_', random)],
  ['a token within brackets', '({})', joined('hf', '_', 'QwErTyUiOpAsDfGhJkLzXcVbNm12345678')],
]

describe('secrets go', () => {
  it.each(secrets)('%s', (_, frame, secret) => {
    const text = frame.replace('{}', () => secret)
    const { text: out, redactions } = redact(text, identity)
    const parts = secret.includes(':') && frame.includes('://') ? [secret.split(':')[1] as string] : [secret]
    for (const part of parts) expect(out).not.toContain(part)
    expect(out).toContain('<secret-1>')
    expect(redactions.some((r) => r.kind === 'secret')).toBe(true)
    expect(JSON.stringify(redactions)).not.toContain(secret)
    expect(clean(out)).toBe(out)
  })

  it('takes a private key as a whole and keeps the count of lines', () => {
    const key = [
      '-----BEGIN OPENSSH ',
      'PRIVATE KEY-----\nb3BlbnNzaC1rZXkt\ndjEAAAAABG5vbmUA\n-----END OPENSSH ',
      'PRIVATE KEY-----',
    ].join('')
    expect(clean(`before\n${key}\nafter`)).toBe('before\n<secret-1>\n\n\n\nafter')
  })

  it('takes a private key that is cut off', () => {
    expect(clean(`${joined('-----BEGIN RSA ', 'PRIVATE KEY-----')}\nMIIEpAIBAAKCAQEA\nabcd+/==\n`)).not.toContain(
      'MIIE',
    )
  })

  it('looks everywhere for a secret that it found once', () => {
    const out = clean('I typed tr0ub4dor&3 first.\npassword = "tr0ub4dor&3"')
    expect(out).toBe('I typed <secret-1> first.\npassword = "<secret-1>"')
  })

  it('gives the same value the same name and another value another', () => {
    expect(clean('a kim@labs.org b lee@labs.org c kim@labs.org')).toBe('a <email-1> b <email-2> c <email-1>')
  })
})

describe('people, places and machines go', () => {
  it.each([
    ['a home on Linux', 'File "/home/mirabelle/net.py"', 'File "/home/<user>/net.py"'],
    ["another person's home", '/home/jdoe42/data', '/home/<user-1>/data'],
    ['a home on macOS', '/Users/jdoe42/Library', '/Users/<user-1>/Library'],
    ['a home on Windows', String.raw`C:\Users\jdoe42\x.py`, String.raw`C:\Users\<user-1>\x.py`],
    ['a home on Windows with a space', String.raw`C:\Users\John Doe\x.py`, String.raw`C:\Users\<user-1>\x.py`],
    [
      'a home on Windows in quotes of Python',
      String.raw`'C:\\Users\\jdoe42\\x.py'`,
      String.raw`'C:\\Users\\<user-1>\\x.py'`,
    ],
    ['a home on Windows with slashes', 'C:/Users/jdoe42/x.py', 'C:/Users/<user-1>/x.py'],
    ['a home under WSL', '/mnt/c/Users/jdoe42/x', '/mnt/c/Users/<user-1>/x'],
    ['a home on a cluster', '/nfs/home/jdoe42/x and /home2/jdoe42', '/nfs/home/<user-1>/x and /home2/<user-1>'],
    ['a home in an encoded URL', 'file%3A%2F%2F%2Fhome%2Fjdoe42%2Fx', 'file%3A%2F%2F%2Fhome%2F<user-1>%2Fx'],
    ['an unusual home', 'in /srv/people/mirabelle/x', 'in <folder>/x'],
    ['the user as a word', 'run by mirabelle on node', 'run by <user> on node'],
    ['the user in a file name', '/data/mirabelle_run1/model.pt', '/data/<user>_run1/model.pt'],
    ['the user behind an escape', String.raw`'\nmirabelle'`, String.raw`'\n<user>'`],
    ['the host', 'job on kestrel-gpu7 ended', 'job on <host-1> ended'],
    ['the host with its domain', 'kestrel-gpu7.lab.example-uni.edu:22', '<host-1>:22'],
    ['a prompt', 'kim@fox-12:~/x$ python a.py', '<user-1>@<host-1>:~/x$ python a.py'],
    ['a prompt in brackets', '[kim@fox-12 ~/x]$ ls', '[<user-1>@<host-1> ~/x]$ ls'],
    ['an internal host', 'https://git.internal/x', 'https://<host-1>/x'],
    ['an internal host with labels', 'see ci.build.corp for more', 'see <host-1> for more'],
    ['a printer', 'ping nas01.local', 'ping <host-1>'],
    ['a router', 'fritz.lan:8080', '<host-1>:8080'],
    ['a host of one label in a URL', 'http://jenkins:8080/job/1', 'http://<host-1>:8080/job/1'],
    ['the master of a job', 'init_method="tcp://node17:29500"', 'init_method="tcp://<host-1>:29500"'],
    ['private addresses', 'at 10.0.3.17, 192.168.1.5, 172.20.0.2', 'at <address-1>, <address-2>, <address-3>'],
    ['a private address with a port', 'tcp://10.12.0.4:29500', 'tcp://<address-1>:29500'],
    [
      'a private address of IPv6',
      'on fe80::1ff:fe23:4567:890a and fd12:3456:789a::1',
      'on <address-1> and <address-2>',
    ],
    ['an e-mail address', 'Kim <kim.lee+x@labs.example.com> wrote', 'Kim <<email-1>> wrote'],
    ['an e-mail address at the end of a sentence', 'write to kim@labs.org.', 'write to <email-1>.'],
  ])('%s', (_, text, wanted) => {
    expect(clean(text)).toBe(wanted)
    expect(clean(wanted)).toBe(wanted)
  })

  it.each(['test', 'root', 'user', 'model', 'max'])(
    'replaces the common user name %s only where an account stands',
    (name) => {
      const who = { users: [name], homes: [`/home/${name}`], hosts: [] }
      const kept = `def ${name}(${name}): return '${name}' # ${name} /x/${name}/y.py ${name}.py import ${name}`
      expect(clean(kept, who)).toBe(kept)
      expect(clean(`/home/${name}/x ${name}@box-3:~/a$ USER=${name}`, who)).toBe(
        '/home/<user>/x <user>@<host-1>:~/a$ USER=<user>',
      )
    },
  )

  it('replaces a common host name only where a host stands', () => {
    const who = { users: [], homes: [], hosts: ['gpu'] }
    expect(clean('device gpu, kim@gpu: x, http://gpu:80', who)).toBe('device gpu, kim@<host-1>: x, http://<host-1>:80')
  })
})

const innocents = [
  'pad_token = "<pad>"',
  'tokenizer.pad_token_id = 50256',
  'num_tokens=1024, token_type_ids: tensor([[0, 1]])',
  'token: Optional[str] = None',
  'def login(user: str, password: str) -> None:',
  'password = os.environ["DB_PASSWORD"]',
  'password=getpass.getpass()',
  'api_key=settings.api_key',
  'attn_key: torch.Size([2, 4])',
  'key=jax.random.PRNGKey(0)',
  "KeyError: 'encoder.layers.0.self_attn.in_proj_weight'",
  "missing_key='layer1_conv2_weight_v3'",
  'commit 3f9a1c7e5b2d8046f1e3a5c7092b4d6e8f0a1b3c',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'nvidia-curand-cu12==10.3.2.106',
  'nvidia-curand-cu11   10.2.10.91   pypi_0',
  'libcurand=10.3.2.106=0',
  'curand version: 10.3.2.106',
  'opencv-python 4.8.1.78',
  'from google.protobuf.internal import enum_type_wrapper',
  'self._lock = threading.local()',
  'google.protobuf.internal.python_message',
  'q@k.mT and x@w.to(device) and a@b.it[0] and (x @ w.t()).sum()',
  '@torch.no_grad() and @pytest.mark.parametrize',
  'git clone git@github.com:pytorch/pytorch.git',
  'https://github.com/pytorch/pytorch/issues/1234',
  'https://example.com/home/pages/x',
  'http://localhost:8080/ and http://127.0.0.1:6006',
  '/usr/lib/python3/dist-packages/torch/nn/functional.py',
  '/home/user/project and /home/ubuntu/x and /home/runner/work',
  'import sk-learn-contrib-nothing',
  'hf_hub_download(repo_id="x")',
  'at 0x7f3a5c7092b4 in fe80b.cc:12',
  'torch 2.1.0+cu118, CUDA 11.8.89, driver 535.104.05',
  '| 0.0127 | 10.1 | 172.16 | 192 |',
  'tensor([1.0000, 2.0000], device="cuda:0")',
  'secret: bool = False',
  "f'https://{user}:{password}@host.example.com'",
  'https://$USER:$TOKEN@example.com/x',
  'Bearer tokens are not supported',
  'max_length=512, bos_token="<s>", key_padding_mask=mask',
  'state_dict["module.key_proj.weight"] = w',
  'PWD=/workspace/run',
  'author: see CONTRIBUTORS',
  '12:30:45.123 step 10/100',
]

describe('what is no secret stays', () => {
  it.each(innocents)('%s', (text) => expect(redact(text, identity)).toEqual({ text, redactions: [] }))
})

describe('for any text', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'ab1 /\\@:.=-_\n"\'<>{}%$K#'), maxLength: 40 })
  const word = fc.constantFrom(
    'password=',
    'token: ',
    '/home/',
    'C:\\Users\\',
    'https://',
    '@',
    'mirabelle',
    'kestrel-gpu7',
    '10.1.2.3',
    '.internal',
    'Bearer ',
    'x@y.com',
    '<secret-1>',
    '<user>',
    '\\n',
    'eyJ',
    'sk-',
    'api_key="',
  )
  const text = fc.array(fc.oneof(noise, word), { maxLength: 12 }).map((parts) => parts.join(''))

  it('redacting twice is redacting once', () => {
    fc.assert(
      fc.property(text, (t) => {
        const once = clean(t)
        expect(clean(once)).toBe(once)
        expect(once.split('\n').length).toBe(t.split('\n').length)
      }),
      { numRuns: 600 },
    )
  })

  it('a planted secret is never left', () => {
    const alone = secrets.filter(([, frame]) => /^(?:remote|GH=|git clone with|slack|got|rep|groq)/.test(frame))
    fc.assert(
      fc.property(text, text, fc.constantFrom(...alone), (before, after, [, frame, secret]) => {
        expect(clean(`${before} ${frame.replace('{}', () => secret)} ${after}`)).not.toContain(secret)
      }),
      { numRuns: 300 },
    )
  })

  it('stays linear on long lines made to hurt', () => {
    for (const unit of [
      'a',
      '@',
      'a@',
      'password=',
      'token="',
      '://',
      'eyJa.',
      'sk-',
      'a.',
      '/home/',
      '-----BEGIN PRIVATE KEY-----',
      '10.',
      'fd00:',
      'a:',
      '\\n',
      "key'",
      'Bearer ',
      'login ',
      'x-',
      'a@b.',
      '--password ',
    ]) {
      const text = unit.repeat(Math.ceil(400_000 / unit.length))
      expect(clean(text).length, unit).toBeGreaterThan(0)
    }
  })

  it('has room for lines of any length', () => {
    for (const start of ['eyJ', 'ghp_', 'sk-a1', 'glpat-', 'Bearer ', 'token=', '/home/', 'a@']) {
      const long = `${start}${'a1'.repeat(4_000_000)}`
      expect(clean(long).length, start).toBeGreaterThan(0)
    }
  })
})
