import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, Extension, X509CertificateGenerator } from '@peculiar/x509'
import { expect, it } from 'vitest'
import { buildChain, makeTrust } from './trust-anchors.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const at = new Date('2026-01-01')

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** A certificate from the beginning of one year to that of another. */
async function issue(
  [subject, issuer]: [subject: string, issuer: string],
  signingKey: CryptoKey,
  publicKey: CryptoKey,
  { isAuthority = true, years = [2024, 2044] }: { isAuthority?: boolean; years?: number[] } = {},
) {
  const { rawData } = await X509CertificateGenerator.create({
    ...{ subject: `CN=${subject}`, issuer: `CN=${issuer}`, publicKey, signingKey },
    ...{ notBefore: new Date(`${years[0]}-01-01`), notAfter: new Date(`${years[1]}-01-01`) },
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(isAuthority, undefined, true)],
  })
  return new Uint8Array(rawData)
}

const toAnchor = (certificate: Uint8Array) => ({
  certificate: new X509Certificate(certificate),
  testMode: false,
  isOwn: false,
})

/** A path from a root through two authorities; the first has this path length, and these extensions. */
async function makePath(pathLength?: number, extensions: Extension[] = []) {
  const names = ['Root', 'First', 'Second', 'Signer']
  const keys = await Promise.all(names.map(makeKeys))
  const path = await Promise.all(
    names.map((name, index) =>
      X509CertificateGenerator.create({
        ...{ serialNumber: `0${index + 1}`, subject: `CN=${name}`, issuer: `CN=${names[index - 1] ?? name}` },
        ...{ notBefore: new Date('2024-01-01'), notAfter: new Date('2044-01-01') },
        publicKey: keys[index]!.publicKey,
        signingKey: keys[Math.max(0, index - 1)]!.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(name !== 'Signer', name === 'First' ? pathLength : undefined, true),
          ...(name === 'First' ? extensions : []),
        ],
      }),
    ),
  )
  const [root, first, second, signer] = path.map(({ rawData }) => new Uint8Array(rawData))
  const anchor = toAnchor(root!)
  const fromSignature = buildChain(
    makeTrust([anchor], []),
    { certificate: signer!, otherCertificates: [second!, first!] },
    at,
  )
  // The store of the file may have every certificate.
  const fromStore = buildChain(
    makeTrust([anchor], [first!, root!, signer!]),
    { certificate: signer!, otherCertificates: [second!] },
    at,
  )
  expect(fromStore?.certificates.length).toBe(fromSignature?.certificates.length)
  return fromSignature
}

it('follows no authority below one that may have none', async () => {
  expect((await makePath())?.certificates).toHaveLength(4)
  expect((await makePath(1))?.certificates).toHaveLength(4)
  expect(await makePath(0)).toBeNull()
})

it('follows no authority that is limited to some names', async () => {
  expect(await makePath(undefined, [new Extension('2.5.29.30', true, Buffer.of(0x30, 0))])).toBeNull()
})

it('goes back from an authority that leads nowhere, such as a cross-signed one', async () => {
  const { publicKey, privateKey } = await makeKeys()
  const rootKeys = await makeKeys()
  const root = await issue(['Root', 'Root'], rootKeys.privateKey, rootKeys.publicKey)
  const crossSigned = await issue(['Authority', 'Root'], rootKeys.privateKey, publicKey)
  const selfSigned = await issue(['Authority', 'Authority'], privateKey, publicKey)
  const certificate = await issue(['Signer', 'Authority'], privateKey, publicKey, { isAuthority: false })
  const anchor = toAnchor(root)
  for (const authorities of [
    [selfSigned, crossSigned],
    [crossSigned, selfSigned],
  ]) {
    const inSignature = { certificate, otherCertificates: authorities }
    expect(buildChain(makeTrust([anchor], []), inSignature, at)?.root).toBe(anchor)
    const inStore = { certificate, otherCertificates: [] }
    expect(buildChain(makeTrust([anchor], authorities), inStore, at)?.root).toBe(anchor)
  }
  // Many with one name and key end soon.
  const many = await Promise.all(
    Array.from({ length: 30 }, () => issue(['Authority', 'Authority'], privateKey, publicKey)),
  )
  expect(buildChain(makeTrust([anchor], []), { certificate, otherCertificates: many }, at)).toBeNull()
  expect(buildChain(makeTrust([anchor], many), { certificate, otherCertificates: [] }, at)).toBeNull()
})

it('finds an authority in the store whose name is in another case than its certificates have it', async () => {
  const { publicKey, privateKey } = await makeKeys()
  const rootKeys = await makeKeys()
  const root = await issue(['Root', 'Root'], rootKeys.privateKey, rootKeys.publicKey)
  const authority = await issue(['Authority', 'ROOT'], rootKeys.privateKey, publicKey)
  const certificate = await issue(['Signer', 'AUTHORITY'], privateKey, publicKey, { isAuthority: false })
  const signature = { certificate, otherCertificates: [] }
  expect(buildChain(makeTrust([toAnchor(root)], [authority]), signature, at)?.certificates).toHaveLength(3)
  const other = await issue(['Other', 'Root'], rootKeys.privateKey, publicKey)
  expect(buildChain(makeTrust([toAnchor(root)], [other]), signature, at)).toBeNull()
})

it('prefers issuers that are valid at the time, where an authority or a root was renewed', async () => {
  const { publicKey, privateKey } = await makeKeys()
  const rootKeys = await makeKeys()
  const [old, renewed] = await Promise.all(
    [
      [2024, 2030],
      [2029, 2044],
    ].map(async (years) => ({
      root: toAnchor(await issue(['Root', 'Root'], rootKeys.privateKey, rootKeys.publicKey, { years })),
      authority: await issue(['Authority', 'Root'], rootKeys.privateKey, publicKey, { years }),
    })),
  )
  const certificate = await issue(['Signer', 'Authority'], privateKey, publicKey, { isAuthority: false })
  for (const issuers of [
    [old!, renewed!],
    [renewed!, old!],
  ]) {
    const authorities = issuers.map(({ authority }) => authority)
    const roots = issuers.map(({ root }) => root)
    /** The place of the issuers in the path, with the authorities in the signature and in the store. */
    const findIssuers = (from: string, to = from) =>
      [[], authorities].map((stored) => {
        const otherCertificates = stored.length > 0 ? [] : authorities
        const signature = { certificate, otherCertificates }
        const chain = buildChain(makeTrust(roots, stored), signature, new Date(from), new Date(to))
        const isPath = ({ authority, root }: (typeof issuers)[number]) =>
          chain?.root === root && chain.certificates[1]!.raw.equals(authority)
        return issuers.findIndex(isPath)
      })
    const [indexOfOld, indexOfRenewed] = [issuers.indexOf(old!), issuers.indexOf(renewed!)]
    expect(findIssuers('2026-01-01')).toEqual([indexOfOld, indexOfOld])
    expect(findIssuers('2035-01-01')).toEqual([indexOfRenewed, indexOfRenewed])
    expect(findIssuers('2029-06-01', '2035-01-01')).toEqual([indexOfRenewed, indexOfRenewed])
    // Where none is valid all the time, the first one is taken.
    expect(findIssuers('2026-01-01', '2035-01-01')).toEqual([0, 0])
  }
})
