import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { env } from '#lib/core/env'

const FLAG_USER_PRESENT = 0x01
const FLAG_USER_VERIFIED = 0x04
const FLAG_CREDENTIAL = 0x40

interface Deviation {
  origin?: string
  rpId?: string
  userVerified?: boolean
  counter?: number
  /** Instead of `none`. */
  attestation?: Attestation
}

/** An attestation by the passkey itself, with certificates in DER where there are some. */
interface Attestation {
  format: 'packed' | 'android-key'
  certificates?: Uint8Array[]
}

/** A passkey in software (ES256, by default attestation `none`), as a browser and its authenticator would make it. */
export function makePasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string, origin = new URL(env().appUrl).origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (flags: number, count: number, { rpId, userVerified = true }: Deviation) => {
    const counterAndFlags = Buffer.alloc(5)
    counterAndFlags[0] = flags | FLAG_USER_PRESENT | (userVerified ? FLAG_USER_VERIFIED : 0)
    counterAndFlags.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId ?? new URL(env().appUrl).hostname), counterAndFlags])
  }

  return {
    id,
    publicKey,
    /** The result of `navigator.credentials.create()`. */
    register(challenge: string, deviation: Deviation = {}) {
      const length = Buffer.from([0, credentialId.length])
      const authData = Buffer.concat([
        authenticatorData(FLAG_CREDENTIAL, deviation.counter ?? counter, deviation),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey.export({ format: 'jwk' })),
      ])
      const client = clientData('webauthn.create', challenge, deviation.origin)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      // CBOR: {"fmt": text, "attStmt": map, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText(deviation.attestation?.format ?? 'none'),
        cborText('attStmt'),
        deviation.attestation ? cborStatement(signature, deviation.attestation) : Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    /** The result of `navigator.credentials.get()`; the signature counter increases with each use. */
    use(challenge: string, deviation: Deviation = {}) {
      counter = deviation.counter ?? counter + 1
      const authData = authenticatorData(0, counter, deviation)
      const client = clientData('webauthn.get', challenge, deviation.origin)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      }
    },
  }
}

/** COSE_Key (RFC 9053): {kty: EC2, alg: ES256, crv: P-256, x, y}. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}

/** CBOR: {"alg": ES256, "sig": bytes}, and "x5c": [bytes] with certificates. */
function cborStatement(signature: Buffer, { certificates }: Attestation): Buffer {
  const x5c = certificates && [
    cborText('x5c'),
    Buffer.from([0x80 + certificates.length]),
    ...certificates.map(cborBytes),
  ]
  return Buffer.concat([
    Buffer.from([certificates ? 0xa3 : 0xa2]),
    cborText('alg'),
    Buffer.from([0x26]),
    cborText('sig'),
    cborBytes(signature),
    ...(x5c ?? []),
  ])
}

function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
