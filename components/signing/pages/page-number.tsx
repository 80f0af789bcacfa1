import { type RefObject, useEffect, useState } from 'react'
import { fill } from '../fill.ts'
import { useSigningSession } from '../session/context.ts'

/** Which page of a long document is on the screen; nothing for a document of one page. */
export function PageNumber({ content }: { content: RefObject<HTMLElement | null> }) {
  const { t } = useSigningSession()
  const [place, setPlace] = useState<{ page: number; count: number } | null>(null)
  useEffect(() => {
    const find = () => {
      const element = findPageAtCentre(content.current)
      const [page, count] = [Number(element?.dataset.page), Number(element?.dataset.count)]
      if (element)
        setPlace((before) => (before?.page === page && before.count === count ? before : { page, count }))
    }
    find()
    window.addEventListener('scroll', find, { passive: true })
    return () => window.removeEventListener('scroll', find)
  }, [content])
  if (!place || place.count === 1) return null
  return (
    <p className="figures pe-2 text-sm whitespace-nowrap text-ink-soft">
      <span aria-hidden="true">
        {place.page} / {place.count}
      </span>
      <span className="sr-only">{fill(t.pageOf, place)}</span>
    </p>
  )
}

/** Found by position, because a document may have 2,000 pages. */
function findPageAtCentre(content: HTMLElement | null): HTMLElement | null {
  const box = content?.getBoundingClientRect()
  if (!content || !box) return null
  const elements = document.elementsFromPoint((box.left + box.right) / 2, window.innerHeight / 2)
  return elements.find((element): element is HTMLElement => element.matches('article[data-page]')) ?? null
}
