'use client'

import { Check } from 'lucide-react'
import { MarkImage } from '../mark/mark-image.tsx'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
import { Turned } from './turned.tsx'
import { type PageSize, printedSize, useZone } from './use-zone.ts'
import { ButtonGroup, hasButtons } from './zone-buttons.tsx'

type Place = NonNullable<SigningField['layout']['widgets']>[number]

interface PlacesProps {
  field: SigningField
  page: PageSize & { number: number }
}

/** The further places of a field on a page, and the buttons that are not on the page of their field. */
export function FieldPlaces({ field, page }: PlacesProps) {
  const places = (field.layout.widgets ?? []).filter((place) => place.page === page.number)
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  const getStyle = (place: Place) => ({
    left: percent(field.x + place.dx, page.width),
    top: percent(field.y + place.dy, page.height),
    width: percent(place.width, page.width),
    height: percent(place.height, page.height),
  })
  if (places.length === 0) return null
  if (hasButtons(field))
    return field.page === page.number ? null : (
      <ButtonGroup field={field} page={page.number} getStyle={getStyle} />
    )
  return places.map((place) => (
    <div key={`${place.dx} ${place.dy}`} className="absolute" style={getStyle(place)}>
      <Turned rotation={field.layout.rotation} width={place.width} height={place.height} page={page}>
        {(size) => <Copy field={field} size={size} page={page} />}
      </Turned>
    </div>
  ))
}

/** Shows the value of a field in a further place; a click goes to the field. */
function Copy({ field, size: { width, height }, page }: PlacesProps & { size: PageSize }) {
  const { input } = useSigningSession()
  const { id, value, shownText } = useZone(field)
  const mark = field.type === 'signature' || field.type === 'initials' ? input[field.type] : null
  return (
    <label
      htmlFor={id}
      style={printedSize(Math.min(12, height * 0.7), page)}
      className="absolute inset-0 flex cursor-pointer items-center overflow-hidden rounded-[2px] border border-rule border-dashed px-[0.25em] text-ink [font-size:var(--print)]"
    >
      {mark ? (
        <span className="absolute inset-0 flex items-center justify-center [container-type:size]">
          <MarkImage mark={mark} ratio={width / height} />
        </span>
      ) : field.type === 'checkbox' ? (
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className={value === 'true' ? 'm-auto size-full' : 'invisible m-auto size-full'}
        />
      ) : (
        <span dir="auto" className="truncate">
          {shownText}
        </span>
      )}
    </label>
  )
}
