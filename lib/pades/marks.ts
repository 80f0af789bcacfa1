import { isDeepStrictEqual } from 'node:util'
import type { PDF } from '@libpdf/core'
import { isolated } from '#lib/core/text/isolated'
import type { PlacedMark } from '#lib/pdf/fields/appearance'
import type { PanelMarks } from '#lib/pdf/fields/panel'
import { placeImage } from '#lib/pdf/images/place-image'
import type { EngineSigner, Mark } from '#lib/pdf/zones'

/** The part of a signer's input that is drawn. A mark is an image or text that stands for a signature or initials. */
export interface MarkInput {
  signer: EngineSigner
  signature: Mark
  initials?: Mark
  /** Time of signing, in the caption. */
  at: Date
}

/**
 * Adds a signer's images to the document, each once, and makes the caption below the signature.
 * @throws ImageError when an image cannot be used
 */
export async function placeMarks(pdf: PDF, input: MarkInput, withInitials: boolean): Promise<PanelMarks> {
  const { signer, at } = input
  const signature = await placeMark(pdf, input.signature)
  const defaultInitials: PlacedMark = { kind: 'text', text: getInitials(signer.name) }
  const place = (mark: Mark) => (isDeepStrictEqual(mark, input.signature) ? signature : placeMark(pdf, mark))
  const initials = withInitials && input.initials ? await place(input.initials) : defaultInitials
  const caption = `${isolated(signer.name)} · ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { signature, initials, caption }
}

async function placeMark(pdf: PDF, mark: Mark): Promise<PlacedMark> {
  if (mark.kind === 'text') return mark
  return { kind: 'image', image: await placeImage(pdf, mark.png) }
}

/**
 * The initials of a name: the first letters of the words of a name; the whole name where it has no spaces, as in
 * Chinese.
 */
export function getInitials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word))
  if (words.length < 2 && /\p{Script=Han}/u.test(name)) return name.trim()
  return words.map((word) => /\p{L}/u.exec(word)![0].toLocaleUpperCase()).join('')
}
