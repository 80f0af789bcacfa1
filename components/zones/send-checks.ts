import { type DraftZone, hasOptions, kinds } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

interface SendFinding {
  /** A `stop` keeps the process from being sent; a `note` only says what will happen. */
  weight: 'stop' | 'note'
  words: string
  /** The zone it is about, to be shown. */
  zone?: string
}

/** What a look over the whole finds before it is sent. */
export function sendFindings(
  process: Pick<ProcessRecord, 'documents' | 'signers'>,
  zones: DraftZone[],
): SendFinding[] {
  const found: SendFinding[] = []
  const stop = (words: string, zone?: string) =>
    found.push(zone ? { weight: 'stop', words, zone } : { weight: 'stop', words })
  if (process.documents.length === 0) stop('There is no document yet.')
  if (!process.signers.some(isSigning)) stop('There is no signer or approver yet.')
  for (const zone of zones) {
    const name = zone.label.trim() || kinds[zone.type].name
    const options = zone.options.map((option) => option.trim()).filter(Boolean)
    if (hasOptions(zone.type) && options.length < 2)
      stop(`“${name}” on page ${zone.page} needs at least two options.`, zone.key)
    if (hasOptions(zone.type) && new Set(options).size < options.length)
      stop(`“${name}” on page ${zone.page} has the same option twice.`, zone.key)
    if (zone.readOnly && !zone.value.trim() && zone.type !== 'checkbox')
      stop(`“${name}” on page ${zone.page} is fixed, but has no text.`, zone.key)
  }
  for (const signer of process.signers)
    if (
      signer.role === 'signer' &&
      !zones.some((zone) => zone.signerId === signer.id && zone.type === 'signature')
    )
      found.push({
        weight: 'note',
        words: `${signer.name} has no signature zone: a page is added at the end, or, to a file that was signed before, an invisible signature.`,
      })
  return found
}
