import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AuthorityInfoAccessExtension,
  CRLDistributionPointsExtension,
  type Extension,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { addDays, moveClock, now } from '#lib/core/clock'
import { element, integer, objectIdentifier, sequence } from '#lib/pades/cms/der'
import { withStampers } from '#lib/testing/servers/stamper'
import { loadRemoteMaterial } from './remote-material.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const files = new Map<string, Uint8Array>()
const redirects = new Map<string, string>()
const requested: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  requested.push(path)
  const file = files.get(path)
  const location = redirects.get(path)
  if (location) response.writeHead(302, { location }).end()
  else if (path.startsWith('/upgraded')) {
    response.writeHead(101, { upgrade: 'other', connection: 'upgrade' }).end()
  } else if (file) response.end(file)
  else response.writeHead(404).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())
beforeEach(() => {
  requested.length = 0
})

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const validity = { notBefore: new Date('2024-01-01'), notAfter: new Date('2044-01-01') }

/** A root whose files are on the server, and a certificate under it with these extensions. */
async function makeChain(name: string, extensions: Extension[]) {
  const [rootKeys, keys] = [await makeKeys(), await makeKeys()]
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    ...validity,
    keys: rootKeys,
    signingAlgorithm: algorithm,
  })
  const leaf = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=Their TSA',
    issuer: root.subject,
    ...validity,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions,
  })
  const toBytes = ({ rawData }: { rawData: ArrayBuffer }) => new Uint8Array(rawData)
  const makeList = async (fromDay: number, untilDay: number, signingKey = rootKeys.privateKey) =>
    toBytes(
      await X509CrlGenerator.create({
        issuer: root.subject,
        thisUpdate: addDays(now(), fromDay),
        nextUpdate: addDays(now(), untilDay),
        signingKey,
        signingAlgorithm: algorithm,
      }),
    )
  return { root: toBytes(root), leaf: toBytes(leaf), list: await makeList(-1, 1), makeList }
}

/** A degenerate SignedData (RFC 5652, 5.1): it has no signer. */
function makeCertificatesOnly(certificate: Uint8Array): Uint8Array {
  const signedData = sequence(
    integer(Buffer.of(1)),
    element(0x31),
    sequence(objectIdentifier('1.2.840.113549.1.7.1')),
    element(0xa0, certificate),
    element(0x31),
  )
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), element(0xa0, signedData))
}

const uri = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`
const listAt = (...uris: string[]) => new CRLDistributionPointsExtension(uris)
const issuerAt = (caIssuers: string) => new AuthorityInfoAccessExtension({ caIssuers: [caIssuers] })
/** As where the host is that of `TSA_URL`. */
const load = (leaf: Uint8Array, known: Uint8Array[] = []) =>
  withStampers([uri('/tsr')], () => loadRemoteMaterial(leaf, known))

it('fetches the list and the issuer from where the certificate says, once an hour', async () => {
  const { root, leaf, list } = await makeChain('Root', [listAt(uri('/root.crl')), issuerAt(uri('/root.crt'))])
  files.set('/root.crl', list).set('/root.crt', root)
  const material = { certificates: [Buffer.from(root)], revocationLists: [Buffer.from(list)] }
  expect(await load(leaf)).toEqual(material)
  expect(await load(leaf)).toEqual(material)
  expect(requested).toEqual(['/root.crt', '/root.crl'])
})

it.each<[string, (chain: Awaited<ReturnType<typeof makeChain>>) => Promise<Uint8Array> | Uint8Array]>([
  ['ended an hour ago', ({ makeList }) => makeList(-1, -1 / 24)],
  ['is that of another issuer', async () => (await makeChain('Another', [])).list],
  ['is a page of HTML', () => Buffer.from('<html>maintenance</html>')],
])('fetches a list again where the response %s', async (_what, makeResponse) => {
  const chain = await makeChain('Recovers', [listAt(uri('/recovers.crl')), issuerAt(uri('/recovers.crt'))])
  files.set('/recovers.crl', await makeResponse(chain)).set('/recovers.crt', Buffer.from('<html>'))
  expect(await load(chain.leaf)).toEqual({ certificates: [], revocationLists: [] })
  files.set('/recovers.crt', chain.root)
  expect((await load(chain.leaf)).revocationLists).toEqual([])
  files.set('/recovers.crl', chain.list)
  expect((await load(chain.leaf)).revocationLists).toEqual([Buffer.from(chain.list)])
})

it('fetches a list that has just ended again', async () => {
  const { leaf, root, list, makeList } = await makeChain('Renews', [listAt(uri('/renews.crl'))])
  files.set('/renews.crl', await makeList(-1, 1 / 48))
  expect((await load(leaf, [root])).revocationLists).toHaveLength(1)
  files.set('/renews.crl', list)
  moveClock(31 * 60_000)
  expect((await load(leaf, [root])).revocationLists).toEqual([Buffer.from(list)])
})

it.each<[string, (root: Uint8Array) => Uint8Array]>([
  ['in PEM', (root) => Buffer.from(`Root\n${new X509Certificate(root).toString()}`)],
  ['with a line break after it', (root) => Buffer.concat([root, Buffer.from('\n')])],
  ['in a CMS with certificates only', makeCertificatesOnly],
])('takes an issuer that is served %s as DER', async (format, convert) => {
  const path = `/${format.replaceAll(' ', '-')}`
  const { root, leaf } = await makeChain(format, [issuerAt(uri(path))])
  files.set(path, convert(root))
  const { certificates } = await load(leaf)
  expect(certificates.map((der) => Buffer.from(der))).toEqual([Buffer.from(root)])
})

it('leaves out a list whose issuer is not known: nobody could verify it', async () => {
  const { leaf, list } = await makeChain('Orphan', [listAt(uri('/orphan.crl'))])
  files.set('/orphan.crl', list)
  expect(await load(leaf)).toEqual({ certificates: [], revocationLists: [] })
})

it('does not fetch an issuer that is known', async () => {
  const { root, leaf } = await makeChain('Known', [issuerAt(uri('/known.crt'))])
  expect(await load(leaf, [root])).toEqual({ certificates: [], revocationLists: [] })
  expect(requested).toEqual([])
})

it('follows redirects, three at most, each to an address that is allowed', async () => {
  const chain = await makeChain('Moved', [listAt(uri('/moved.crl')), issuerAt(uri('/moved.crt'))])
  redirects.set('/moved.crl', '/1').set('/1', uri('/2')).set('/2', '/new.crl').set('/moved.crt', '/new.crt')
  files.set('/new.crl', chain.list).set('/new.crt', chain.root)
  expect(await load(chain.leaf)).toEqual({
    certificates: [Buffer.from(chain.root)],
    revocationLists: [Buffer.from(chain.list)],
  })
  const { leaf, root } = await makeChain('Lost', [
    listAt(uri('/circle.crl'), uri('/inside.crl'), uri('/file.crl')),
  ])
  redirects
    .set('/circle.crl', '/circle.crl')
    .set('/inside.crl', uri('/new.crl', '10.0.0.1'))
    .set('/file.crl', 'file:///etc/passwd')
  requested.length = 0
  expect((await load(leaf, [root])).revocationLists).toEqual([])
  expect(requested).toEqual([...Array(4).fill('/circle.crl'), '/inside.crl', '/file.crl'])
})

it.each([
  ['is missing', '/missing.crl'],
  ['is behind another protocol', '/upgraded.crl'],
  ['is of another issuer', '/other.crl'],
  ['another key has signed', '/forged.crl'],
  ['has ended', '/old.crl'],
  ['has not begun', '/future.crl'],
  ['is no list', '/no.crl'],
  ['is too large', '/large.crl'],
])('leaves out a list that %s', async (_what, path) => {
  const { leaf, root, makeList } = await makeChain('Unlucky', [listAt(uri(path))])
  const { privateKey } = await makeKeys()
  files
    .set('/other.crl', (await makeChain('Other', [])).list)
    .set('/forged.crl', await makeList(-1, 1, privateKey))
    .set('/old.crl', await makeList(-9, -2))
    .set('/future.crl', await makeList(1, 2))
    .set('/no.crl', Buffer.from('<html>'))
    .set('/large.crl', Buffer.alloc(1_000_001, 0x30))
  expect(await load(leaf, [root])).toEqual({ certificates: [], revocationLists: [] })
  expect(requested).toEqual([path])
})

it('does not connect to private addresses, except to hosts of TSA_URL', async () => {
  const { leaf } = await makeChain('Inside', [
    listAt(uri('/inside.crl', 'localhost'), uri('/inside.crl', '169.254.169.254'), 'file:///etc/passwd'),
    issuerAt(uri('/inside.crt', '10.0.0.1')),
  ])
  expect(await load(leaf)).toEqual({ certificates: [], revocationLists: [] })
  const { leaf: other, root } = await makeChain('Inside too', [listAt(uri('/inside.crl'))])
  expect(await loadRemoteMaterial(other, [root])).toEqual({ certificates: [], revocationLists: [] })
  expect(requested).toEqual([])
})
