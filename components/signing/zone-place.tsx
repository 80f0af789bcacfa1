'use client'

import { Check } from 'lucide-react'
import type { SigningField } from './shapes.ts'
import { type PageSize, printedSize, useZone } from './use-zone.ts'
import { hasButtons, OptionButton } from './zone-buttons.tsx'

type Place = NonNullable<SigningField['layout']['widgets']>[number]

interface PlacesProps {
  field: SigningField
  page: PageSize & { number: number }
}

/** The further places of a field on a page, and the buttons that are not on the page of their field. */
export function FieldPlaces({ field, page }: PlacesProps) {
  const places = (field.layout.widgets ?? []).filter((place) => place.page === page.number)
  if (hasButtons(field) && field.page === page.number) return null
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return places.map((place) => {
    const style = {
      left: percent(field.x + place.dx, page.width),
      top: percent(field.y + place.dy, page.height),
      width: percent(place.width, page.width),
      height: percent(place.height, page.height),
    }
    const key = `${place.dx} ${place.dy}`
    if (hasButtons(field)) return <OptionButton key={key} field={field} button={place} style={style} />
    return (
      <div key={key} className="absolute" style={style}>
        <Copy field={field} place={place} page={page} />
      </div>
    )
  })
}

/** Shows the value of a field in a further place; a click goes to the field. */
function Copy({ field, place, page }: PlacesProps & { place: Place }) {
  const { id, value, shownText } = useZone(field)
  return (
    <label
      htmlFor={id}
      style={printedSize(Math.min(12, place.height * 0.7), page)}
      className="absolute inset-0 flex cursor-pointer items-center overflow-hidden rounded-[2px] border border-rule border-dashed px-[0.25em] text-ink [font-size:var(--print)]"
    >
      {field.type === 'checkbox' ? (
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className={value === 'true' ? 'm-auto size-full' : 'invisible m-auto size-full'}
        />
      ) : (
        <span className="truncate">{shownText}</span>
      )}
    </label>
  )
}
