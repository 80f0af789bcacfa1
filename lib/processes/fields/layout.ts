import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldLayout, FieldType, FieldWidget } from '#lib/pdf/zones'

interface LaidOutField {
  type: FieldType
  options: readonly string[]
  validation: { max_length?: number | undefined }
  layout: FieldLayout
}

/** Why a field cannot be drawn as its layout says; null when it can. */
export function findLayoutError({ type, options, validation, layout }: LaidOutField): ErrorText | null {
  if (layout.comb && type !== 'text' && type !== 'number') return errorText('api.onlyTextAndNumberHaveCells')
  if (layout.comb && validation.max_length === undefined) return errorText('api.cellsNeedMaxLength')
  const widgets = layout.widgets ?? []
  if (type !== 'radio')
    return widgets.some(({ option }) => option !== undefined)
      ? errorText('api.onlyRadioWidgetsHaveOption')
      : null
  if (widgets.length === 0) return null
  const unknown = widgets.find(({ option }) => option === undefined || !options.includes(option))
  if (unknown) return errorText('api.notAnOptionOfField', { option: unknown.option ?? '' })
  const missing = options.find((option) => !widgets.some((widget) => widget.option === option))
  return missing === undefined ? null : errorText('api.optionWithoutButton', { option: missing })
}

/** The rectangle of a widget of a field. */
export function widgetBox({ x, y }: { x: number; y: number }, { dx, dy, width, height }: FieldWidget) {
  return { x: x + dx, y: y + dy, width, height }
}
