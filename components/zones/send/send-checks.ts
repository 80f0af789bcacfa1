import type { ErrorTranslator } from '#components/i18n/error-translator.ts'
import { findOverlappingZones } from '#components/zones/model/placement.ts'
import { findPresetError } from '#components/zones/model/presets.ts'
import { removedFrom } from '#components/zones/model/removed-zones.ts'
import { findZoneLogicErrors } from '#components/zones/model/zone-logic.ts'
import { type DraftZone, getLabel, hasOptions, listOptions } from '#components/zones/model/zone-model.ts'
import type { ZonesTranslator } from '#components/zones/translator.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

export interface SendFinding {
  /** A `stop` prevents sending; a `note` is information. */
  weight: 'stop' | 'note'
  message: string
  /** The fields that it is about. */
  zones?: string[]
}

/** A message names this many fields or signers, and counts the others. */
const MAX_NAMES = 4

/** Checks a process before it is sent; the same problem of several fields or signers is one finding. */
export function sendFindings(
  process: Pick<ProcessRecord, 'documents' | 'signers'>,
  zones: DraftZone[],
  t: ZonesTranslator,
  translateError: ErrorTranslator,
): SendFinding[] {
  const findings: SendFinding[] = []
  const describePlace = (zone: DraftZone) => t('checks.place', { label: getLabel(zone, t), page: zone.page })
  if (process.documents.length === 0) findings.push({ weight: 'stop', message: t('checks.noDocument') })
  if (!process.signers.some(isSigning)) findings.push({ weight: 'stop', message: t('checks.noSigner') })
  const rules: ZoneRule[] = [{ isWrong: removedFrom(process), text: 'removed' }, ...zoneRules]
  for (const { isWrong, text } of rules) {
    const wrong = zones.filter(isWrong)
    if (wrong.length === 0) continue
    const message = t(`checks.${text}`, { count: wrong.length, places: listed(wrong.map(describePlace), t) })
    findings.push({ weight: 'stop', message, zones: wrong.map(({ key }) => key) })
  }
  const logicErrors = findZoneLogicErrors(zones)
  for (const errors of Map.groupBy(logicErrors, getProblem).values()) {
    const { member, text } = errors[0]!
    const place = listed(
      errors.map(({ zone }) => describePlace(zone)),
      t,
    )
    findings.push({
      weight: 'stop',
      message: t(`checks.${member}`, { place, message: translateError(text) }),
      zones: errors.map(({ zone }) => zone.key),
    })
  }
  const overlapping = findOverlappingZones(zones)
  if (overlapping.length > 0)
    findings.push({
      weight: 'note',
      message: overlapMessage(process.documents, overlapping, t),
      zones: overlapping.map(({ key }) => key),
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
  text: 'removed' | 'noOptions' | 'tooFewOptions' | 'sameOption' | 'noText' | 'wrongPreset'
}

const zoneRules: ZoneRule[] = [
  {
    isWrong: (zone) => zone.type === 'dropdown' && listOptions(zone).length === 0,
    text: 'noOptions',
  },
  {
    // The buttons of an imported field are those of the file.
    isWrong: (zone) => zone.type === 'radio' && !zone.layout.widgets && listOptions(zone).length < 2,
    text: 'tooFewOptions',
  },
  {
    isWrong: (zone) => hasOptions(zone.type) && new Set(listOptions(zone)).size < listOptions(zone).length,
    text: 'sameOption',
  },
  {
    isWrong: (zone) =>
      zone.readOnly && !zone.value.trim() && !zone.formula.trim() && zone.type !== 'checkbox',
    text: 'noText',
  },
  { isWrong: hasWrongPreset, text: 'wrongPreset' },
]

/** Whether the field cannot have its preset value, or what was typed as such; a calculated one has none. */
function hasWrongPreset(zone: DraftZone): boolean {
  if (zone.formula.trim()) return false
  // Its input is a list without a text of one's own.
  const isChosen = hasOptions(zone.type) && !zone.editable
  if (zone.refusedPreset !== undefined && !isChosen) return true
  return zone.value.trim() !== '' && (zone.auto || findPresetError(zone) !== null)
}

/** The same for zones with the same problem, also before their texts are loaded. */
const getProblem = ({ member, text }: ReturnType<typeof findZoneLogicErrors>[number]) =>
  JSON.stringify([member, text])

/** The pages are named as in the list of all fields: with the number of their document if there are several. */
function overlapMessage(
  documents: ProcessRecord['documents'],
  overlapping: DraftZone[],
  t: ZonesTranslator,
): string {
  const documentIds = documents.map(({ id }) => id)
  const nameOfPage = ({ documentId, page }: DraftZone) =>
    documentIds.length > 1 ? `${documentIds.indexOf(documentId) + 1}/${page}` : String(page)
  const pages = [...new Set(overlapping.map(nameOfPage))]
  return t('checks.overlap', {
    count: overlapping.length,
    pageCount: pages.length,
    pages: listed(pages, t),
  })
}

/** The names with commas, equal ones once with their number. */
function listed(names: string[], t: ZonesTranslator): string {
  const groups = [...Map.groupBy(names, (name) => name).values()]
  const shown = groups
    .slice(0, MAX_NAMES)
    .map((group) => (group.length > 1 ? `${group.length} × ${group[0]}` : group[0]))
    .join(', ')
  const count = groups.slice(MAX_NAMES).flat().length
  return count > 0 ? t('checks.more', { names: shown, count }) : shown
}
