import type { PdfDict } from '@libpdf/core'
import { decodeText, dict, textString } from '#lib/pdf/file/objects'

/** The head of an audit chain, which a seal names so that the trail cannot be exchanged. */
export interface NamedHead {
  /** The chain's name: `process:12`. */
  chain: string
  /** The position of the last event, from 1. */
  seq: number
  /** The hash of that event, in hexadecimal. */
  hash: string
}

/**
 * The entry of the signature dictionary, which the signature covers: a private name of the third class (ISO 32000-2,
 * annex E). Validators ignore it there; an unknown signed attribute of the CMS is one that some remote signing
 * services refuse to make.
 */
export const NAMED_HEAD_KEY = 'XXParaphEvidence'

/** The value of that entry. */
export function makeNamedHead({ chain, seq, hash }: NamedHead): PdfDict {
  return dict({ Chain: textString(chain), Length: seq, Head: textString(hash) })
}

/** The head that a signature dictionary names; null without one, or where it is malformed. */
export function readNamedHead(signature: PdfDict): NamedHead | null {
  const entry = signature.getDict(NAMED_HEAD_KEY)
  const [chain, hash] = ['Chain', 'Head'].map((key) => entry?.getString(key))
  const seq = entry?.getNumber('Length')?.value ?? 0
  if (!chain || !hash || !Number.isSafeInteger(seq) || seq < 1) return null
  const head = { chain: decodeText(chain), seq, hash: decodeText(hash) }
  return /^[0-9a-f]{64}$/.test(head.hash) ? head : null
}
