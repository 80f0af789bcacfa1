import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** Types of keys. */
export const keyTypes = {
  'RSA 2048': rsa(2048),
  'RSA 4096': rsa(4096),
  'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'P-384': { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  // Not accepted.
  'RSA 1024': rsa(1024),
  'RSA 6144': rsa(6144),
  'P-521': { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
}
export type KeyType = keyof typeof keyTypes

function rsa(modulusLength: number) {
  return {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength,
  }
}

/** A key with its certificate and issuers, as files that an operator would bring. */
export interface CertificateFiles {
  name: string
  keys: CryptoKeyPair
  type: KeyType
  /** DER. */
  certificate: Uint8Array
  /** The issuers up to the root, DER. */
  chain: Uint8Array[]
}

interface Options {
  type?: KeyType
  /** Those of a certificate that is renewed. */
  keys?: CryptoKeyPair
  issuer?: CertificateFiles
  isAuthority?: boolean
  extensions?: Extension[]
  notBefore?: Date
  notAfter?: Date
  /** Where the issuer's revocation list is. */
  listUrl?: string
}

/** The long RSA keys of rsa-keys.pem, by their length in bits: three, as a chain has, or one. */
const storedKeys = Map.groupBy(
  readFileSync(join(import.meta.dirname, 'rsa-keys.pem'), 'utf8')
    .match(/-----BEGIN[\s\S]+?-----END PRIVATE KEY-----/g)!
    .map((pem) => createPrivateKey(pem)),
  (key) => key.asymmetricKeyDetails!.modulusLength,
)

/** New keys; of a length that is stored the next ones in turn. */
async function makeKeys(algorithm: (typeof keyTypes)[KeyType]): Promise<CryptoKeyPair> {
  const stored = 'modulusLength' in algorithm ? storedKeys.get(algorithm.modulusLength) : undefined
  if (!stored) return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
  const key = stored.shift()!
  stored.push(key)
  return {
    privateKey: key.toCryptoKey(algorithm, true, ['sign']) as CryptoKey,
    publicKey: createPublicKey(key).toCryptoKey(algorithm, true, ['verify']) as CryptoKey,
  }
}

/** A certificate for a new key, self-signed without an issuer. */
export async function makeCertificateFiles(
  name: string,
  { type = 'P-256', issuer, isAuthority = false, extensions, listUrl, ...options }: Options = {},
): Promise<CertificateFiles> {
  const algorithm = keyTypes[type]
  const keys = options.keys ?? (await makeKeys(algorithm))
  const { keyCertSign, cRLSign, digitalSignature, nonRepudiation } = KeyUsageFlags
  const usage = isAuthority ? keyCertSign | cRLSign : digitalSignature | nonRepudiation
  const made = await X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: [{ CN: [issuer?.name ?? name] }],
    notBefore: options.notBefore ?? new Date('2024-01-01'),
    notAfter: options.notAfter ?? new Date('2044-01-01'),
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: issuer ? keyTypes[issuer.type] : algorithm,
    extensions: extensions ?? [
      new BasicConstraintsExtension(isAuthority, undefined, true),
      new KeyUsagesExtension(usage, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(issuer ? [await AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey)] : []),
      ...(listUrl ? [new CRLDistributionPointsExtension([listUrl])] : []),
    ],
  })
  return {
    ...{ name, keys, type, certificate: new Uint8Array(made.rawData) },
    chain: issuer ? [issuer.certificate, ...issuer.chain] : [],
  }
}

/** A root, an authority under it, and a seal under that one. */
export async function makeCertificateChain(type: KeyType = 'P-256', listUrl?: string) {
  const root = await makeCertificateFiles('City Root', { type, isAuthority: true })
  const authority = await makeCertificateFiles('City Authority', {
    type,
    issuer: root,
    isAuthority: true,
    listUrl,
  })
  const seal = await makeCertificateFiles('City Seal', { type, issuer: authority })
  return { root, authority, seal }
}

/** Certificates in PEM. */
export function toPem(certificates: Uint8Array[]): string {
  return certificates.map((der) => formatPem('CERTIFICATE', der)).join('')
}

export async function toPrivatePem({ keys }: CertificateFiles): Promise<string> {
  return formatPem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey)))
}

function formatPem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}

/**
 * A PKCS#12 file, made by openssl; the temporary folder of the tests removes it.
 * @param options further ones of `openssl pkcs12 -export`
 * @returns the path
 */
export async function writePkcs12(
  files: CertificateFiles,
  password: string,
  options: string[] = [],
): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'pkcs12-')), 'key.p12')
  writeFileSync(`${path}.key`, await toPrivatePem(files))
  writeFileSync(`${path}.pem`, toPem([files.certificate, ...files.chain]))
  const inputs = ['-inkey', `${path}.key`, '-in', `${path}.pem`, '-passout', `pass:${password}`]
  execFileSync('openssl', ['pkcs12', '-export', ...inputs, ...options, '-out', path], { stdio: 'pipe' })
  return path
}
