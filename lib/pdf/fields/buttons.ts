import type { Zone } from '../zones.ts'

/** The on-state of a button for an option: a name that is neither empty nor /Off (ISO 32000-2, 12.7.5.2.3). */
export function stateName(option: string): string {
  return /^(Off)?_*$/.test(option) ? `${option}_` : option
}

/** Whether a zone is a button of a group, drawn without a text; any other radio zone has its options with their texts. */
export function isButton({ type, group }: Pick<Zone, 'type' | 'group'>): boolean {
  return type === 'radio' && group !== undefined
}

/** Whether a value means ticked: true, or "true", "on", "yes" or "1" in any case. */
export function isOn(value: string | boolean | undefined): boolean {
  return value === true || (typeof value === 'string' && /^(true|on|yes|1)$/i.test(value))
}

/** The on-state of one button of a group: its own value, its option, or its id. */
export function buttonState(zone: Pick<Zone, 'id' | 'value' | 'options'>): string {
  const hasExportValue =
    typeof zone.value === 'string' && !/^(true|false|on|off|yes|no|0|1)?$/i.test(zone.value)
  return stateName(hasExportValue ? zone.value! : (zone.options?.[0] ?? zone.id))
}
