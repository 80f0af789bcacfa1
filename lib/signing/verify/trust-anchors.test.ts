import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, Extension, X509CertificateGenerator } from '@peculiar/x509'
import { expect, it } from 'vitest'
import { buildChain, makeTrust } from './trust-anchors.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A path from a root through two authorities; the first has this path length, and these extensions. */
async function makePath(pathLength?: number, extensions: Extension[] = []) {
  const names = ['Root', 'First', 'Second', 'Signer']
  const keys = await Promise.all(
    names.map(() => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])),
  )
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
  const anchor = { certificate: new X509Certificate(root!), testMode: false, isOwn: false }
  const fromSignature = buildChain(makeTrust([anchor], []), {
    certificate: signer!,
    otherCertificates: [second!, first!],
  })
  // The store of the file may have every certificate.
  const fromStore = buildChain(makeTrust([anchor], [first!, root!, signer!]), {
    certificate: signer!,
    otherCertificates: [second!],
  })
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
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const rootKeys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const issue = async (
    subject: string,
    issuer: string,
    signingKey: CryptoKey,
    key: CryptoKey,
    isAuthority = true,
  ) => {
    const { rawData } = await X509CertificateGenerator.create({
      ...{ subject: `CN=${subject}`, issuer: `CN=${issuer}`, publicKey: key, signingKey },
      ...{ notBefore: new Date('2024-01-01'), notAfter: new Date('2044-01-01') },
      signingAlgorithm: algorithm,
      extensions: [new BasicConstraintsExtension(isAuthority, undefined, true)],
    })
    return new Uint8Array(rawData)
  }
  const root = await issue('Root', 'Root', rootKeys.privateKey, rootKeys.publicKey)
  const crossSigned = await issue('Authority', 'Root', rootKeys.privateKey, publicKey)
  const selfSigned = await issue('Authority', 'Authority', privateKey, publicKey)
  const certificate = await issue('Signer', 'Authority', privateKey, publicKey, false)
  const anchor = { certificate: new X509Certificate(root), testMode: false, isOwn: false }
  for (const authorities of [
    [selfSigned, crossSigned],
    [crossSigned, selfSigned],
  ]) {
    const inSignature = { certificate, otherCertificates: authorities }
    expect(buildChain(makeTrust([anchor], []), inSignature)?.root).toBe(anchor)
    const inStore = { certificate, otherCertificates: [] }
    expect(buildChain(makeTrust([anchor], authorities), inStore)?.root).toBe(anchor)
  }
  // Many with one name and key end soon.
  const many = await Promise.all(
    Array.from({ length: 30 }, () => issue('Authority', 'Authority', privateKey, publicKey)),
  )
  expect(buildChain(makeTrust([anchor], []), { certificate, otherCertificates: many })).toBeNull()
  expect(buildChain(makeTrust([anchor], many), { certificate, otherCertificates: [] })).toBeNull()
})
