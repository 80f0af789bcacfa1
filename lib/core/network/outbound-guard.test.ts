import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { ForbiddenTarget, type Resolve, resolveTarget } from './outbound-guard.ts'
import { isPublicAddress } from './public-addresses.ts'

const PUBLIC = '93.184.215.14'
const PUBLIC6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'
/** A resolver with one answer for every name. */
const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses
let allowedHosts: string[] = []
const refusal = async (url: string, resolve: Resolve = answering(PUBLIC)) => {
  const error = await resolveTarget(url, allowedHosts, resolve).catch((thrown: unknown) => thrown)
  return error instanceof ForbiddenTarget ? error.message : 'let through'
}

afterEach(() => {
  allowedHosts = []
})

describe('isPublicAddress', () => {
  it.each([
    PUBLIC,
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    PUBLIC6,
    '2000::1',
    '2001:200::1',
    '2001:db9::1',
    '2003::1',
    '2a00:1450:4001:80b::200e',
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0'],
    ['shared by carriers', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
    ['link-local, with the clouds’ metadata', '169.254.0.0', '169.254.169.254', 'fe80::1', 'febf::1'],
    ['protocol assignments', '192.0.0.1', '192.0.0.171', '2001::1', '2001:10::1', '2001:1ff::1'],
    ['documentation', '192.0.2.1', '198.51.100.7', '203.0.113.5', '2001:db8::1', '3fff::1', '3fff:fff::1'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    ['reserved', '240.0.0.1', '254.1.2.3'],
    ['6to4 and its relays', '192.88.99.1', '2002:7f00:1::', '2002:c0a8:101::1', '2002:5db8:d70e::1'],
    ['AS112 and AMT', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b:1:abcd::192.168.0.1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:93.184.215.14', '::93.184.215.14'],
    ['unspecified, discard-only', '::', '100::1'],
    ['unique local, site-local', 'fc00::1', 'fdff::1', 'fd00:ec2::254', 'fec0::1'],
    ['segment routing', '5f00::1'],
    ['with a zone', 'fe80::1%eth0', '::1%lo'],
    [
      'no address',
      '',
      'localhost',
      '1.2.3',
      '0x7f000001',
      '017700000001',
      '2130706433',
      '1.2.3.4:80',
      '[::1]',
    ],
  ])('%s is not', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  const octet = fc.integer({ min: 0, max: 255 })
  const addressWithin = (prefix: string, parts: number) =>
    fc
      .array(octet, { minLength: parts, maxLength: parts })
      .map((otherOctets) => [prefix, ...otherOctets].join('.'))

  it('covers the edges of every private network', () => {
    const inner = fc.oneof(
      addressWithin('10', 3),
      addressWithin('127', 3),
      addressWithin('192.168', 2),
      addressWithin('169.254', 2),
      fc
        .tuple(fc.integer({ min: 16, max: 31 }), octet, octet)
        .map((otherOctets) => `172.${otherOctets.join('.')}`),
      fc
        .tuple(fc.integer({ min: 64, max: 127 }), octet, octet)
        .map((otherOctets) => `100.${otherOctets.join('.')}`),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet).map((octets) => octets.join('.')),
    )
    fc.assert(
      fc.property(inner, (address) => {
        const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
        const pairs = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
        const disguises = [
          address,
          `::ffff:${address}`,
          `::ffff:${pairs}`,
          `::${address}`,
          `64:ff9b::${pairs}`,
          `2002:${pairs}::1`,
        ]
        expect(disguises.filter(isPublicAddress)).toEqual([])
      }),
    )
  })

  it('accepts no IPv6 address outside of global unicast', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = groups.map((octet) => octet.toString(16)).join(':')
        if (isPublicAddress(address)) expect(groups[0]! >> 13).toBe(1)
      }),
    )
  })

  it('never throws, for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isPublicAddress(text) === 'boolean'))
  })
})

describe('resolveTarget', () => {
  it('accepts a public https address, and returns the checked addresses', async () => {
    const target = await resolveTarget('https://Hooks.Example.com/in?x=1', [], answering(PUBLIC, PUBLIC6))
    expect(target).toMatchObject({
      host: 'hooks.example.com',
      addresses: [
        { address: PUBLIC, family: 4 },
        { address: PUBLIC6, family: 6 },
      ],
    })
    expect(target.url.pathname + target.url.search).toBe('/in?x=1')
  })

  it.each([
    ['no URL', 'hooks.example.com/in', 'This is not a valid URL.'],
    ['nothing', '', 'This is not a valid URL.'],
    ['http', 'http://example.com/', 'The URL must start with https://.'],
    ['a file', 'file:///etc/passwd', 'The URL must start with https://.'],
    ['gopher', 'gopher://example.com/', 'The URL must start with https://.'],
    ['a user', 'https://ada@example.com/', 'The URL must not contain a user name or password.'],
    ['a password', 'https://:x@example.com/', 'The URL must not contain a user name or password.'],
    ['the port of ssh', 'https://example.com:22/', 'Port 22 is not allowed.'],
    ['the port of mail', 'https://example.com:25/', 'Port 25 is not allowed.'],
    ['the port of http', 'https://example.com:80/', 'Port 80 is not allowed.'],
    ['a bare name', 'https://intranet/', 'The host must be a full name, such as example.com.'],
    ['a bare name with a dot', 'https://localhost./', 'The host must be a full name, such as example.com.'],
  ])('refuses %s', async (_, url, sentence) => {
    expect(await refusal(url)).toBe(sentence)
  })

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://017700000001/',
    'https://0177.0.0.01/',
    'https://127.0.0.1./',
    'https://0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://１２７.０.０.１/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xA9FEA9FE/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:7f00:0001]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://10.0.0.1:8443/',
  ])('recognizes %s', async (url) => {
    expect(await refusal(url, answering(PUBLIC))).toBe('This address is not on the public Internet.')
  })

  it('accepts unprivileged ports and literal public addresses', async () => {
    expect(await refusal('https://example.com:8443/')).toBe('let through')
    expect(await refusal(`https://${PUBLIC}/`, answering())).toBe('let through')
    expect(await refusal(`https://[${PUBLIC6}]/`, answering())).toBe('let through')
  })

  it('accepts http, on its port too, for what is signed, but no private address', async () => {
    const isSigned = { isSigned: true }
    const resolved = await resolveTarget('http://crl.example.com/root.crl', [], answering(PUBLIC), isSigned)
    expect(resolved.url.protocol).toBe('http:')
    for (const [url, address] of [
      ['http://crl.example.com/root.crl', '10.0.0.1'],
      ['http://crl.example.com:25/root.crl', PUBLIC],
      ['ldap://crl.example.com/root', PUBLIC],
      ['file:///etc/passwd', PUBLIC],
    ] as const)
      await expect(resolveTarget(url, [], answering(address), isSigned)).rejects.toThrow(ForbiddenTarget)
  })

  it('resolves names in canonical form', async () => {
    const sentData: string[] = []
    const resolve: Resolve = async (host) => {
      sentData.push(host)
      return [PUBLIC]
    }
    for (const url of ['https://BÜCHER.example/', 'https://example.com./', 'https://ex%61mple.com/'])
      await resolveTarget(url, [], resolve)
    expect(sentData).toEqual(['xn--bcher-kva.example', 'example.com', 'example.com'])
  })

  it('refuses a name when one of its addresses is not public', async () => {
    const sentence = 'This address is not on the public Internet.'
    expect(await refusal('https://example.com/', answering(PUBLIC, '10.0.0.1'))).toBe(sentence)
    expect(await refusal('https://example.com/', answering(PUBLIC6, '::ffff:127.0.0.1'))).toBe(sentence)
    expect(await refusal('https://example.com/', answering('not an address'))).toBe(sentence)
  })

  it('fails closed when DNS does not respond or has no addresses', async () => {
    const silent: Resolve = () => Promise.reject(new Error('ESERVFAIL'))
    expect(await refusal('https://example.com/', silent)).toBe(
      'DNS lookup failed: example.com could not be resolved.',
    )
    expect(await refusal('https://example.com/', answering())).toMatch(/DNS lookup failed/)
  })

  it('resolves names by DNS only, unless the installation allows the host', async () => {
    const error = await resolveTarget('https://no-such-name.invalid/', []).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ForbiddenTarget)
  })

  describe('for the hosts that the installation allows', () => {
    it('accepts http, private addresses and any port', async () => {
      allowedHosts = ['localhost', '127.0.0.1', 'Hooks.Internal', '::1']
      for (const url of [
        'http://localhost:81/in',
        'http://127.0.0.1/',
        'http://2130706433/',
        'https://hooks.internal./',
        'http://[::1]:3000/',
      ])
        expect([url, await refusal(url, answering('10.0.0.1'))]).toEqual([url, 'let through'])
      expect((await resolveTarget('http://localhost:81/', allowedHosts)).addresses.length).toBeGreaterThan(0)
    })

    it('checks the port when one is given', async () => {
      allowedHosts = ['localhost:8080', '[::1]:8080']
      expect(await refusal('http://localhost:8080/')).toBe('let through')
      expect(await refusal('http://[::1]:8080/')).toBe('let through')
      expect(await refusal('http://localhost:8081/')).toBe('The URL must start with https://.')
      expect(await refusal('https://[::1]:8081/')).toBe('This address is not on the public Internet.')
    })

    it('allows no other hosts, and no credentials in the URL', async () => {
      allowedHosts = ['hooks.internal']
      expect(await refusal('http://ada:x@hooks.internal/')).toMatch(/user name/)
      for (const url of ['http://hooks.internal.example.com/', 'http://ahooks.internal/', 'http://internal/'])
        expect(await refusal(url)).toBe('The URL must start with https://.')
    })
  })
})
