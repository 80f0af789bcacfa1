import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The types of Ed25519 keys: of signatures (C2SP signed-note) and of cosignatures (C2SP tlog-cosignature). */
const keyTypes = { signer: 1, witness: 4 }

/** A key that verifies notes (C2SP signed-note). */
export interface NoteKey {
  name: string
  publicKey: KeyObject
  /** Whether it makes cosignatures, which have a time; otherwise signatures. */
  isWitness?: boolean
}

/** A signature line: the key's name and identifier (4 bytes, hexadecimal), and what it has signed with. */
export interface NoteSignature {
  name: string
  keyId: string
  bytes: Buffer
}

export interface Note {
  /** With its last line feed. */
  text: string
  signatures: NoteSignature[]
}

/** The header of a public Ed25519 key in SubjectPublicKeyInfo (RFC 8410, 4). */
const SPKI_HEADER = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const linePattern = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** The key in its text form: `name+identifier+base64 of type and key`. */
export function formatVerifierKey(key: NoteKey): string {
  return [key.name, getNoteKeyId(key), typedKey(key).toString('base64')].join('+')
}

/** The key of its text form; null where it is malformed, or of the other type. */
export function parseVerifierKey(text: string, { isWitness = false } = {}): NoteKey | null {
  const [, name, keyId, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (!name || bytes[0] !== getType({ isWitness }) || bytes.length !== 1 + KEY_BYTES) return null
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_HEADER, bytes.subarray(1)]),
    format: 'der',
    type: 'spki',
  })
  const key = { name, publicKey, isWitness }
  return getNoteKeyId(key) === keyId ? key : null
}

/** The identifier of a key: the beginning of a hash of its name, type and bytes. */
export function getNoteKeyId(key: NoteKey): string {
  const hash = createHash('sha256').update(`${key.name}\n`).update(typedKey(key)).digest('hex')
  return hash.slice(0, 2 * KEY_ID_BYTES)
}

/** The note without its signatures is everything before the last empty line. @throws Error when it is malformed */
export function parseNote(note: string): Note {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new Error('The note has no signatures.')
  const lines = note.slice(end + 2, -1).split('\n')
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignatureLine) }
}

/** @throws Error when it is malformed */
export function parseSignatureLine(line: string): NoteSignature {
  const [, name, encoded] = linePattern.exec(line) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (!name || bytes.length <= KEY_ID_BYTES) throw new Error('The note has a malformed signature line.')
  return { name, keyId: bytes.toString('hex', 0, KEY_ID_BYTES), bytes: bytes.subarray(KEY_ID_BYTES) }
}

export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`
}

export function formatSignatureLine({ name, keyId, bytes }: NoteSignature): string {
  return `— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), bytes]).toString('base64')}\n`
}

/** Signs the text of a note. */
export function signNote(text: string, key: NoteKey, privateKey: KeyObject): NoteSignature {
  return { name: key.name, keyId: getNoteKeyId(key), bytes: sign(null, Buffer.from(text), privateKey) }
}

/** The signatures of a note that this key has made. */
export function findSignatures(note: Note, key: NoteKey): NoteSignature[] {
  return findClaimed(note, key).filter(({ bytes }) =>
    verify(null, Buffer.from(note.text), key.publicKey, bytes),
  )
}

/** The signature lines of a note that name this key; nothing is verified. */
export function findClaimed({ signatures }: Note, key: NoteKey): NoteSignature[] {
  const keyId = getNoteKeyId(key)
  return signatures.filter((signature) => signature.name === key.name && signature.keyId === keyId)
}

function typedKey(key: NoteKey): Buffer {
  const bytes = key.publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEADER.length)
  return Buffer.concat([Buffer.of(getType(key)), bytes])
}

function getType({ isWitness }: Pick<NoteKey, 'isWitness'>): number {
  return isWitness ? keyTypes.witness : keyTypes.signer
}
