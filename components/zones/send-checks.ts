import { zoneLogicErrors } from '#components/zones/zone-logic.ts'
import { type DraftZone, hasOptions, kinds } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

interface SendFinding {
  /** A `stop` prevents sending; a `note` is information. */
  weight: 'stop' | 'note'
  message: string
  /** The field to show. */
  zone?: string
}

/** Checks a process before it is sent. */
export function sendFindings(
  process: Pick<ProcessRecord, 'documents' | 'signers'>,
  zones: DraftZone[],
): SendFinding[] {
  const findings: SendFinding[] = []
  const stop = (message: string, zone?: string) =>
    findings.push(zone ? { weight: 'stop', message, zone } : { weight: 'stop', message })
  if (process.documents.length === 0) stop('Add a document.')
  if (!process.signers.some(isSigning)) stop('Add a signer or approver.')
  for (const zone of zones) {
    const name = zone.label.trim() || kinds[zone.type].name
    const options = zone.options.map((option) => option.trim()).filter(Boolean)
    if (hasOptions(zone.type) && options.length < 2)
      stop(`“${name}” on page ${zone.page} needs at least two options.`, zone.key)
    if (hasOptions(zone.type) && new Set(options).size < options.length)
      stop(`“${name}” on page ${zone.page} has the same option twice.`, zone.key)
    if (zone.readOnly && !zone.value.trim() && !zone.formula.trim() && zone.type !== 'checkbox')
      stop(`“${name}” on page ${zone.page} is read-only but has no text.`, zone.key)
  }
  for (const { zone, member, message } of zoneLogicErrors(zones)) {
    const name = zone.label.trim() || kinds[zone.type].name
    stop(`The ${member} of “${name}” on page ${zone.page}: ${message}`, zone.key)
  }
  for (const signer of process.signers)
    if (
      signer.role === 'signer' &&
      !zones.some((zone) => zone.signerId === signer.id && zone.type === 'signature')
    )
      findings.push({
        weight: 'note',
        message: `${signer.name} has no signature field. A signature page will be added at the end; a file that was already signed gets an invisible signature instead.`,
      })
  return findings
}
