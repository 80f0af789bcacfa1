import { createHash } from 'node:crypto'
import { singleton } from '#lib/core/runtime/singleton'
import { asn1Null, ecdsaSignature, objectIdentifier, octetString, sequence } from '#lib/pades/cms/der'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'

/** A private key in a token of an HSM (PKCS#11 2.40). */
export interface Pkcs11Key {
  /** The path of the HSM's library. */
  module: string
  /** The token's label. */
  token: string
  /** The key's label. */
  object: string
  pin: string
}

/** What is used of the optional package pkcs11js, which is not installed everywhere. */
interface Pkcs11 {
  load(path: string): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(tokenPresent: boolean): Buffer[]
  C_GetTokenInfo(slot: Buffer): { label: string }
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_Login(session: Buffer, userType: number, pin: string): void
  C_FindObjectsInit(session: Buffer, template: { type: number; value: number | string }[]): void
  C_FindObjects(session: Buffer): Buffer | null
  C_FindObjectsFinal(session: Buffer): void
  C_SignInit(session: Buffer, mechanism: { mechanism: number }, key: Buffer): void
  C_SignAsync(session: Buffer, data: Buffer, signature: Buffer): Promise<Buffer>
}

/** Constants of PKCS#11 2.40 (pkcs11t.h). */
const CKF_SERIAL_SESSION = 4
const CKU_USER = 1
const CKA_CLASS = 0
const CKA_LABEL = 3
const CKO_PRIVATE_KEY = 3
const CKM_RSA_PKCS = 0x0001
const CKM_ECDSA = 0x1041

const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), asn1Null)

/** The loaded libraries by path. A session of a library signs one thing at a time. */
const modules = singleton(
  'keys.pkcs11',
  () => new Map<string, { loaded: Pkcs11 | null; last: Promise<unknown> }>(),
)

/** Signs with a key in an HSM. @throws Error with the return value of the library, such as `CKR_PIN_INCORRECT` */
export async function signWithPkcs11(
  key: Pkcs11Key,
  certificate: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array> {
  const entry = modules.get(key.module) ?? { loaded: null, last: Promise.resolve() }
  modules.set(key.module, entry)
  const signature = entry.last.then(async () => {
    entry.loaded ??= await loadModule(key.module)
    try {
      return await signInSession(entry.loaded, key, certificate, data)
    } catch (error) {
      // An HSM that was away may need a new start of its library.
      entry.loaded.C_Finalize()
      entry.loaded = null
      throw error
    }
  })
  entry.last = signature.catch(() => undefined)
  return signature
}

async function loadModule(path: string): Promise<Pkcs11> {
  // The package is optional, with native code: neither the compiler nor a bundler may look for it.
  const name = 'pkcs11js'
  const { PKCS11 } = (
    (await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ name)) as {
      default: { PKCS11: new () => Pkcs11 }
    }
  ).default
  const pkcs11 = new PKCS11()
  pkcs11.load(path)
  pkcs11.C_Initialize()
  return pkcs11
}

async function signInSession(
  pkcs11: Pkcs11,
  { token, object, pin }: Pkcs11Key,
  certificate: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array> {
  const slot = pkcs11.C_GetSlotList(true).find((each) => pkcs11.C_GetTokenInfo(each).label.trim() === token)
  if (!slot) throw new Error(`The HSM has no token ${token}.`)
  const session = pkcs11.C_OpenSession(slot, CKF_SERIAL_SESSION)
  try {
    pkcs11.C_Login(session, CKU_USER, pin)
    const { hash, maxBytes, isRsa } = getSignatureAlgorithm(certificate)
    const digest = createHash(hash).update(data).digest()
    pkcs11.C_SignInit(
      session,
      { mechanism: isRsa ? CKM_RSA_PKCS : CKM_ECDSA },
      findKey(pkcs11, session, object),
    )
    // PKCS#1 signs a DigestInfo (RFC 8017, 9.2).
    const input = isRsa ? sequence(sha256, octetString(digest)) : digest
    const signature = await pkcs11.C_SignAsync(session, input, Buffer.alloc(maxBytes))
    return isRsa ? signature : ecdsaSignature(signature)
  } finally {
    pkcs11.C_CloseSession(session)
  }
}

function findKey(pkcs11: Pkcs11, session: Buffer, label: string): Buffer {
  pkcs11.C_FindObjectsInit(session, [
    { type: CKA_CLASS, value: CKO_PRIVATE_KEY },
    { type: CKA_LABEL, value: label },
  ])
  try {
    const key = pkcs11.C_FindObjects(session)
    if (!key) throw new Error(`The token has no private key ${label}.`)
    return key
  } finally {
    pkcs11.C_FindObjectsFinal(session)
  }
}
