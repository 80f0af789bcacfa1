import type { ZonesTranslator } from '#components/zones/translator.ts'
import { zoneLogicErrors } from '#components/zones/zone-logic.ts'
import { type DraftZone, hasOptions, labelOf } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

interface SendFinding {
  /** A `stop` prevents sending; a `note` is information. */
  weight: 'stop' | 'note'
  message: string
  /** The first field that it is about. */
  zone?: string
}

/** A message names this many fields or signers, and counts the others. */
const MAX_NAMES = 4

/** Checks a process before it is sent; the same problem of several fields or signers is one finding. */
export function sendFindings(
  process: Pick<ProcessRecord, 'documents' | 'signers'>,
  zones: DraftZone[],
  t: ZonesTranslator,
): SendFinding[] {
  const findings: SendFinding[] = []
  const placeOf = (zone: DraftZone) => t('checks.place', { label: labelOf(zone, t), page: zone.page })
  if (process.documents.length === 0) findings.push({ weight: 'stop', message: t('checks.noDocument') })
  if (!process.signers.some(isSigning)) findings.push({ weight: 'stop', message: t('checks.noSigner') })
  for (const { isWrong, text } of zoneRules) {
    const wrongZones = zones.filter(isWrong)
    if (wrongZones.length === 0) continue
    const message = t(`checks.${text}`, {
      count: wrongZones.length,
      places: listed(wrongZones.map(placeOf), t),
    })
    findings.push({ weight: 'stop', message, zone: wrongZones[0]!.key })
  }
  for (const { zone, member, message } of zoneLogicErrors(zones))
    findings.push({
      weight: 'stop',
      message: t(`checks.${member}`, { place: placeOf(zone), message }),
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
      message: t('checks.noSignature', { count: names.length, names: listed(names, t) }),
    })
  return findings
}

interface ZoneRule {
  isWrong: (zone: DraftZone) => boolean
  text: 'tooFewOptions' | 'sameOption' | 'noText'
}

const optionsOf = (zone: DraftZone) => zone.options.map((option) => option.trim()).filter(Boolean)

const zoneRules: ZoneRule[] = [
  {
    isWrong: (zone) => hasOptions(zone.type) && optionsOf(zone).length < 2,
    text: 'tooFewOptions',
  },
  {
    isWrong: (zone) => hasOptions(zone.type) && new Set(optionsOf(zone)).size < optionsOf(zone).length,
    text: 'sameOption',
  },
  {
    isWrong: (zone) =>
      zone.readOnly && !zone.value.trim() && !zone.formula.trim() && zone.type !== 'checkbox',
    text: 'noText',
  },
]

function listed(names: string[], t: ZonesTranslator): string {
  const shownNames = names.slice(0, MAX_NAMES).join(', ')
  const count = names.length - MAX_NAMES
  return count > 0 ? t('checks.more', { names: shownNames, count }) : shownNames
}
