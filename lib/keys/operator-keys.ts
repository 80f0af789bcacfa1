import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { now } from '#lib/core/clock'
import { type Env, env, SetupError } from '#lib/core/env'
import type { KeySource, KeyUse } from '#lib/core/key-variables'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { gauge } from '#lib/core/runtime/metrics'
import { singleton } from '#lib/core/runtime/singleton'
import { maySignDocuments } from '#lib/pades/chains/certificate-use'
import type { Signer } from '#lib/pades/cms/identity'
import {
  checkValidity,
  getPathEnd,
  KeyProblem,
  makeCertificatePath,
  readPem,
} from '#lib/pades/keys/certificate-path'
import { readPkcs12 } from '#lib/pades/keys/pkcs12'
import { makeIdentity } from './custody.ts'
import { importKeyPair } from './key-pair.ts'
import { guardSigner, toSigningError } from './signers/guard.ts'
import { signWithKms } from './signers/kms.ts'
import { signWithPkcs11 } from './signers/pkcs11.ts'

/** The names of the variables, for messages. */
const variables = {
  seal: 'SEAL_KEY',
  authority: 'AUTHORITY_KEY',
  earlierAuthority: 'EARLIER_AUTHORITY_KEY',
} as const
type KeyName = keyof typeof variables
const keyNames = Object.keys(variables) as KeyName[]

/** The keys that were loaded, until the process ends. */
const loadedKeys = singleton('keys.operator', () => new Map<KeySource, Promise<Signer>>())

/**
 * The key that the operator brings for this use; null where the installation has its own.
 * @throws PadesError `no_signing_key` when it cannot be used at the moment
 */
export async function loadOperatorKey(use: KeyUse): Promise<Signer | null> {
  const source = env().keys[use]
  if (!source) return null
  try {
    const signer = await loadOnce(source, use)
    checkValidity(signer, now())
    endFault('signing_key_failed', variables[use])
    return signer
  } catch (error) {
    throw toSigningError(error, variables[use])
  }
}

/** Checks the files of the operator's keys and of trusted roots at the start. @throws SetupError */
export async function checkOperatorKeys(
  { keys, trustedRoots }: Pick<Env, 'keys' | 'trustedRoots'> = env(),
): Promise<void> {
  const refuse =
    (variable: string) =>
    (error: Error): never => {
      throw new SetupError(`${variable}: ${error.message}`)
    }
  for (const name of keyNames) {
    const source = keys[name]
    if (!source) continue
    const signer = await load(source, name).catch(refuse(variables[name]))
    if (name === 'seal' && !maySignDocuments(new X509Certificate(signer.certificate)))
      reportFault('seal_not_accepted', { subject: variables.seal })
    // An earlier authority only signs its revocation lists.
    if (name !== 'earlierAuthority') reportInvalid(signer, variables[name])
  }
  await readTrustedRoots(trustedRoots).catch(refuse('TRUSTED_ROOTS'))
}

/** Reports a key whose certificate, or one of its issuers, has ended or is not valid yet. */
function reportInvalid(signer: Signer, subject: string): void {
  try {
    checkValidity(signer, now())
  } catch (err) {
    reportFault('signing_key_failed', { subject, err })
  }
}

/** The roots that the operator trusts, and the last certificate of each key that the operator brings, DER. */
export async function loadTrustedRoots(): Promise<Uint8Array[]> {
  const [keys, roots] = await Promise.all([
    listOperatorKeys(),
    readTrustedRoots(env().trustedRoots).catch((error: unknown) => {
      reportFault('file_unreadable', { subject: 'TRUSTED_ROOTS', err: error })
      return []
    }),
  ])
  return [...keys.map(({ certificate, chain }) => chain.at(-1) ?? certificate), ...roots]
}

async function readTrustedRoots(trustedRoots: string | null): Promise<Uint8Array[]> {
  const roots = trustedRoots === null ? [] : await readPemFile(trustedRoots)
  endFault('file_unreadable', 'TRUSTED_ROOTS')
  return roots
}

/**
 * The keys that the operator brings, also those that have expired; without one whose file cannot be read at the moment:
 * what the others vouch for does not depend on it.
 */
export async function listOperatorKeys(): Promise<Signer[]> {
  const keys = await Promise.all(
    keyNames.map(async (name) => {
      const source = env().keys[name]
      if (!source) return null
      return loadOnce(source, name).catch((error: unknown) => {
        reportFault('file_unreadable', { subject: variables[name], err: error })
        return null
      })
    }),
  )
  return keys.filter((key) => key !== null)
}

function loadOnce(source: KeySource, name: KeyName): Promise<Signer> {
  const loaded = loadedKeys.get(source) ?? load(source, name)
  loadedKeys.set(source, loaded)
  loaded.then(
    () => endFault('file_unreadable', variables[name]),
    // A file that was missing may be there later.
    () => loadedKeys.delete(source),
  )
  return loaded
}

async function load(source: KeySource, name: KeyName): Promise<Signer> {
  const use = name === 'seal' ? 'seal' : 'authority'
  if (source.type === 'pkcs12') {
    const { pkcs8, certificate, chain } = readPkcs12(await readFile(source.path), source.password, use, now())
    const keyPair = await importKeyPair(certificate, pkcs8, { extractable: false })
    pkcs8.fill(0)
    return makeIdentity(keyPair, chain)
  }
  const path = makeCertificatePath(await readPemFile(source.certificates), use, now())
  return guardSigner({
    ...path,
    sign: (data) =>
      source.type === 'kms'
        ? signWithKms(source, path.certificate, data)
        : signWithPkcs11(source, path.certificate, data),
  })
}

async function readPemFile(path: string): Promise<Uint8Array[]> {
  try {
    return readPem(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof KeyProblem) throw new SetupError(`${path} has no certificate in PEM.`)
    throw error
  }
}

/** Registers when the first certificate of each key that the operator brings to seal or issue ends, by the name of their variable. */
export function registerKeyMetrics(): void {
  gauge(
    {
      name: 'certificate_end_timestamp_seconds',
      help: 'When the first certificate of a key of the operator, or of its issuers, ends.',
      labels: ['key'],
    },
    async (set) => {
      for (const { name, notAfter } of await listOperatorKeyEnds())
        if (notAfter) set(notAfter.getTime() / 1000, { key: name })
    },
  )
}

/**
 * When the first certificate of each key that the operator brings to seal or issue, or of its issuers, ends; null where the
 * file of a key cannot be read.
 */
export async function listOperatorKeyEnds(): Promise<{ name: string; notAfter: Date | null }[]> {
  const used = await listUsedKeys()
  return used.map(({ name, key }) => ({ name, notAfter: key && getPathEnd(key) }))
}

/** The keys that the operator brings to seal or issue, by the name of their variable; null: its file cannot be read. */
export function listUsedKeys(): Promise<{ name: string; key: Signer | null }[]> {
  const used = (['seal', 'authority'] as const).flatMap((use) => {
    const source = env().keys[use]
    return source ? [{ use, source }] : []
  })
  return Promise.all(
    used.map(async ({ use, source }) => ({
      name: variables[use],
      key: await loadOnce(source, use).catch(() => null),
    })),
  )
}
