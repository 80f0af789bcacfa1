import { type KeyObject, sign, verify } from 'node:crypto'
import { findClaimed, getNoteKeyId, type Note, type NoteKey, type NoteSignature } from './note.ts'

const TIMESTAMP_BYTES = 8

/** A witness's statement that it saw a log grow consistently up to a checkpoint (C2SP tlog-cosignature). */
interface Cosignature extends NoteSignature {
  at: Date
}

/** Cosigns the text of a checkpoint with the key of a witness. */
export function cosign(text: string, key: NoteKey, privateKey: KeyObject, at: Date): NoteSignature {
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  const timestamp = Buffer.alloc(TIMESTAMP_BYTES)
  timestamp.writeBigUInt64BE(seconds)
  const signature = sign(null, cosignedMessage(text, seconds), privateKey)
  return { name: key.name, keyId: getNoteKeyId(key), bytes: Buffer.concat([timestamp, signature]) }
}

/** The cosignatures of a checkpoint that this witness has made. */
export function findCosignatures(note: Note, key: NoteKey): Cosignature[] {
  return findClaimed(note, key).flatMap((signature) => {
    if (signature.bytes.length <= TIMESTAMP_BYTES) return []
    const seconds = signature.bytes.readBigUInt64BE()
    const isValid = verify(
      null,
      cosignedMessage(note.text, seconds),
      key.publicKey,
      signature.bytes.subarray(TIMESTAMP_BYTES),
    )
    return isValid ? [{ ...signature, at: new Date(Number(seconds) * 1000) }] : []
  })
}

function cosignedMessage(text: string, seconds: bigint): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
}
