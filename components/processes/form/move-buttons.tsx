import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'

interface MoveButtonsProps {
  /** What is moved. */
  name: string
  index: number
  count: number
  onMove: (target: number) => void
}

/** The buttons that move a row of the form up and down. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const t = useTranslations('processes.form')
  return (
    <>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t('moveUp', { name })}
        unavailable={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp className="size-4" aria-hidden="true" />
      </Button>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t('moveDown', { name })}
        unavailable={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown className="size-4" aria-hidden="true" />
      </Button>
    </>
  )
}
