/** Runs in a process of its own, for pkcs11.ts. Never import it elsewhere. */
import type { Pkcs11Key } from '#lib/core/key-variables'
import { asn1Null, ecdsaSignature, objectIdentifier, octetString, sequence } from '#lib/pades/cms/der'

/** A digest to sign with a key in the HSM. */
export interface Pkcs11Task {
  key: Pkcs11Key
  digest: Uint8Array
  isRsa: boolean
  /** The longest signature of the key. */
  maxBytes: number
}

export type Pkcs11Answer = { signature: Uint8Array } | { error: string }

interface Attribute {
  type: number
  value: number | string | Buffer
}

/** What is used of the optional package pkcs11js, which is not installed everywhere. */
interface Pkcs11 {
  load(path: string): void
  C_Initialize(): void
  C_GetSlotList(tokenPresent: boolean): Buffer[]
  C_GetTokenInfo(slot: Buffer): { label: string }
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_Login(session: Buffer, userType: number, pin: string): void
  C_GetAttributeValue(session: Buffer, object: Buffer, template: { type: number }[]): { value: Buffer }[]
  C_FindObjectsInit(session: Buffer, template: Attribute[]): void
  C_FindObjects(session: Buffer): Buffer | null
  C_FindObjectsFinal(session: Buffer): void
  C_SignInit(session: Buffer, mechanism: { mechanism: number }, key: Buffer): void
  C_Sign(session: Buffer, data: Buffer, signature: Buffer): Buffer
}

/** Constants of PKCS#11 2.40 (pkcs11t.h). */
const CKF_SERIAL_SESSION = 4
const CKU_USER = 1
const CKU_CONTEXT_SPECIFIC = 2
const CKA_CLASS = 0
const CKA_LABEL = 3
const CKA_ID = 0x102
const CKA_ALWAYS_AUTHENTICATE = 0x202
const CKO_PRIVATE_KEY = 3
const CKM_RSA_PKCS = 0x0001
const CKM_ECDSA = 0x1041

const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), asn1Null)

let loaded: Pkcs11 | null = null

process.once('disconnect', () => process.exit())
process.on('message', async (task: Pkcs11Task) => {
  process.send!(await answer(task))
})

async function answer(task: Pkcs11Task): Promise<Pkcs11Answer> {
  try {
    loaded ??= await loadModule(task.key.module)
    return { signature: signInSession(loaded, task) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
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

function signInSession(
  pkcs11: Pkcs11,
  { key: { token, object, id, pin }, digest, isRsa, maxBytes }: Pkcs11Task,
): Uint8Array {
  const slot = findSlot(pkcs11, token)
  const session = pkcs11.C_OpenSession(slot, CKF_SERIAL_SESSION)
  try {
    pkcs11.C_Login(session, CKU_USER, pin)
    const label = { type: CKA_LABEL, value: object }
    const key =
      (id && findKey(pkcs11, session, [label, { type: CKA_ID, value: Buffer.from(id, 'hex') }])) ||
      findKey(pkcs11, session, [label])
    if (!key) throw new Error(`The token has no private key ${object}.`)
    const asksAgain = isAlwaysAuthenticated(pkcs11, session, key)
    pkcs11.C_SignInit(session, { mechanism: isRsa ? CKM_RSA_PKCS : CKM_ECDSA }, key)
    // Immediately after: a library may end the operation when something else comes between.
    if (asksAgain) pkcs11.C_Login(session, CKU_CONTEXT_SPECIFIC, pin)
    // PKCS#1 signs a DigestInfo (RFC 8017, 9.2).
    const input = isRsa ? sequence(sha256, octetString(digest)) : digest
    const signature = pkcs11.C_Sign(session, Buffer.from(input), Buffer.alloc(maxBytes))
    return isRsa ? signature : ecdsaSignature(signature)
  } finally {
    pkcs11.C_CloseSession(session)
  }
}

/** The slot of the token; the token of another slot may be one that the library cannot read. */
function findSlot(pkcs11: Pkcs11, token: string): Buffer {
  let problem = ''
  for (const slot of pkcs11.C_GetSlotList(true))
    try {
      if (pkcs11.C_GetTokenInfo(slot).label.replaceAll('\0', ' ').trim() === token) return slot
    } catch (error) {
      problem = ` Another one cannot be read: ${(error as Error).message}`
    }
  throw new Error(`The HSM has no token ${token}.${problem}`)
}

/** Whether the key demands the PIN for each signature, as those of smart cards do (PKCS#11 2.40, 4.9). */
function isAlwaysAuthenticated(pkcs11: Pkcs11, session: Buffer, key: Buffer): boolean {
  try {
    const [attribute] = pkcs11.C_GetAttributeValue(session, key, [{ type: CKA_ALWAYS_AUTHENTICATE }])
    return attribute?.value[0] === 1
  } catch {
    // Libraries of older versions do not know the attribute.
    return false
  }
}

function findKey(pkcs11: Pkcs11, session: Buffer, attributes: Attribute[]): Buffer | null {
  pkcs11.C_FindObjectsInit(session, [{ type: CKA_CLASS, value: CKO_PRIVATE_KEY }, ...attributes])
  try {
    return pkcs11.C_FindObjects(session)
  } finally {
    pkcs11.C_FindObjectsFinal(session)
  }
}
