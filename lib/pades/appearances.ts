import { isDeepStrictEqual } from 'node:util'
import type { PDF } from '@libpdf/core'
import { getInitial } from '#lib/core/text/initial'
import { isolated } from '#lib/core/text/isolated'
import type { PlacedAppearance } from '#lib/pdf/fields/mark'
import type { PanelAppearances } from '#lib/pdf/fields/panel'
import { placeImage } from '#lib/pdf/images/place-image'
import type { EngineSigner, SignatureAppearance } from '#lib/pdf/zones'

/** The part of a signer's input that is drawn. */
export interface AppearanceInput {
  signer: EngineSigner
  signature: SignatureAppearance
  /** Null: none are given. */
  initials?: SignatureAppearance | null
  /** When the signer signed, in the caption. Default: `at`. */
  signedAt?: Date
  /** When the signature is made. */
  at: Date
}

/**
 * Adds a signer's images to the document, each once, and makes the caption below the signature.
 * @throws ImageError when an image cannot be used
 */
export async function placeAppearances(
  pdf: PDF,
  input: AppearanceInput,
  withInitials: boolean,
): Promise<PanelAppearances> {
  const { signer, at, signedAt = at } = input
  const signature = await placeAppearance(pdf, input.signature)
  const defaultInitials: PlacedAppearance = { kind: 'text', text: getInitials(signer.name) }
  const place = (appearance: SignatureAppearance) =>
    isDeepStrictEqual(appearance, input.signature) ? signature : placeAppearance(pdf, appearance)
  const given = withInitials && input.initials ? await place(input.initials) : defaultInitials
  const initials = input.initials === null ? null : given
  return { signature, initials, caption: makeCaption(signer, signedAt) }
}

/** The time is isolated: beside Arabic letters its parts would be put in their order. */
function makeCaption({ name }: EngineSigner, signedAt: Date): string {
  return `${isolated(name)} · \u2066${signedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC\u2069`
}

/** Captions with the letters of every one that this signer can have. */
export function possibleCaptions(signer: EngineSigner): string[] {
  return ['2013-04-05T06:07Z', '2018-09-10T00:00Z'].map((time) => makeCaption(signer, new Date(time)))
}

async function placeAppearance(pdf: PDF, appearance: SignatureAppearance): Promise<PlacedAppearance> {
  if (appearance.kind === 'text') return appearance
  return { kind: 'image', image: await placeImage(pdf, appearance.png) }
}

/**
 * The initials of a name: the first letters of the words of a name; the whole name where it has no spaces, as in
 * Chinese.
 */
export function getInitials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word))
  if (words.length < 2 && /\p{Script=Han}/u.test(name)) return name.trim()
  return words.map(getInitial).join('')
}
