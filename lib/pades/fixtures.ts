import 'reflect-metadata'
import { createPrivateKey, sign } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { SigningIdentity } from './identity.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** An authority for tests: its certificate, and identities under it. */
export interface TestAuthority {
  certificate: Uint8Array
  identity(commonName: string, use?: 'timeStamping' | 'emailProtection'): Promise<SigningIdentity>
}

/** Makes a root authority with a fresh key, valid from the beginning of a year. */
export async function testAuthority(name = 'Test Root', from = 2024): Promise<TestAuthority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const subject = [{ CN: [name] }]
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: subject,
    notBefore: new Date(`${from}-01-01`),
    notAfter: new Date('2044-01-01'),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  let serial = 1
  const certificate = new Uint8Array(root.rawData)
  return {
    certificate,
    async identity(commonName, use) {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const leaf = await X509CertificateGenerator.create({
        serialNumber: (++serial).toString(16).padStart(2, '0'),
        subject: [{ CN: [commonName] }],
        issuer: root.subject,
        notBefore: new Date('2024-01-01'),
        notAfter: new Date('2044-01-01'),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
          ...(use ? [new ExtendedKeyUsageExtension([ExtendedKeyUsage[use]], true)] : []),
          await AuthorityKeyIdentifierExtension.create(keys.publicKey),
          await SubjectKeyIdentifierExtension.create(own.publicKey),
        ],
      })
      const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey))
      const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
      return {
        certificate: new Uint8Array(leaf.rawData),
        chain: [certificate],
        sign: async (data) => sign('sha256', data, key),
      }
    },
  }
}
