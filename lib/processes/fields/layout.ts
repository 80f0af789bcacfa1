import type { ErrorMessage } from '#lib/messages/errors'
import type { FieldLayout, FieldType, FieldWidget } from '#lib/pdf/zones'

interface LaidOutField {
  type: FieldType
  options: readonly string[]
  validation: { max_length?: number | undefined }
  layout: FieldLayout
}

/** Why a field cannot be drawn as its layout says; null when it can. */
export function layoutError({ type, options, validation, layout }: LaidOutField): ErrorMessage | null {
  if (layout.comb && type !== 'text' && type !== 'number') return 'Only a text or number has cells.'
  if (layout.comb && validation.max_length === undefined)
    return 'A field with cells needs `validation.max_length`.'
  const widgets = layout.widgets ?? []
  if (type !== 'radio')
    return widgets.some(({ option }) => option !== undefined)
      ? 'Only the widgets of a radio field have an option.'
      : null
  if (widgets.length === 0) return null
  const unknown = widgets.find(({ option }) => option === undefined || !options.includes(option))
  if (unknown) return `“${unknown.option ?? ''}” is not an option of the field.`
  const missing = options.find((option) => !widgets.some((widget) => widget.option === option))
  return missing === undefined ? null : `The option “${missing}” has no button.`
}

/** The rectangle of a widget of a field. */
export function widgetBox({ x, y }: { x: number; y: number }, { dx, dy, width, height }: FieldWidget) {
  return { x: x + dx, y: y + dy, width, height }
}
