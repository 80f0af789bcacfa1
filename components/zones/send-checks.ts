import { zoneLogicErrors } from '#components/zones/zone-logic.ts'
import { type DraftZone, hasOptions, kinds } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

interface SendFinding {
  /** A `stop` prevents sending; a `note` is information. */
  weight: 'stop' | 'note'
  message: string
  /** The first field that it is about. */
  zone?: string
}

/** A message names so many; of others it gives the number. */
const MOST_NAMES = 4

/** Checks a process before it is sent; what several fields or signers have in common is one finding. */
export function sendFindings(
  process: Pick<ProcessRecord, 'documents' | 'signers'>,
  zones: DraftZone[],
): SendFinding[] {
  const findings: SendFinding[] = []
  if (process.documents.length === 0) findings.push({ weight: 'stop', message: 'Add a document.' })
  if (!process.signers.some(isSigning))
    findings.push({ weight: 'stop', message: 'Add a signer or approver.' })
  for (const { isWrong, one, many } of zoneRules) {
    const wrong = zones.filter(isWrong)
    if (wrong.length === 0) continue
    const message =
      wrong.length === 1
        ? `${placeOf(wrong[0]!)} ${one}.`
        : `${wrong.length} fields ${many}: ${listed(wrong.map(placeOf))}.`
    findings.push({ weight: 'stop', message, zone: wrong[0]!.key })
  }
  for (const { zone, member, message } of zoneLogicErrors(zones))
    findings.push({
      weight: 'stop',
      message: `The ${member} of ${placeOf(zone)}: ${message}`,
      zone: zone.key,
    })
  const unsigned = process.signers.filter(
    ({ id, role }) =>
      role === 'signer' && !zones.some((zone) => zone.signerId === id && zone.type === 'signature'),
  )
  const names = unsigned.map(({ name }) => name)
  if (names.length > 0)
    findings.push({
      weight: 'note',
      message: `${names.length === 1 ? `${names[0]} has no signature field.` : `${names.length} signers have no signature field: ${listed(names)}.`} A signature page will be added at the end; a file that was already signed gets an invisible signature instead.`,
    })
  return findings
}

interface ZoneRule {
  isWrong: (zone: DraftZone) => boolean
  one: string
  many: string
}

const optionsOf = (zone: DraftZone) => zone.options.map((option) => option.trim()).filter(Boolean)

const zoneRules: ZoneRule[] = [
  {
    isWrong: (zone) => hasOptions(zone.type) && optionsOf(zone).length < 2,
    one: 'needs at least two options',
    many: 'need at least two options',
  },
  {
    isWrong: (zone) => hasOptions(zone.type) && new Set(optionsOf(zone)).size < optionsOf(zone).length,
    one: 'has the same option twice',
    many: 'have the same option twice',
  },
  {
    isWrong: (zone) =>
      zone.readOnly && !zone.value.trim() && !zone.formula.trim() && zone.type !== 'checkbox',
    one: 'is read-only but has no text',
    many: 'are read-only but have no text',
  },
]

const placeOf = (zone: DraftZone) => `“${zone.label.trim() || kinds[zone.type].name}” on page ${zone.page}`

function listed(names: string[]): string {
  const rest = names.length - MOST_NAMES
  return rest > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more` : names.join(', ')
}
