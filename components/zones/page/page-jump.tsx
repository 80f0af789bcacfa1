'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface PageJumpProps {
  current: number
  total: number
  onGo: (page: number) => void
}

/** The current page with an input to go to another. */
export function PageJump({ current, total, onGo }: PageJumpProps) {
  const t = useTranslations('zones.pageJump')
  /** What is being typed stays when another page becomes the current one. */
  const [typed, setTyped] = useState<string | null>(null)
  const go = (page: number) => onGo(Math.min(Math.max(page, 1), total))
  if (total <= 1) return null
  return (
    <form
      className="flex items-center rounded-md border border-rule bg-card p-0.5 shadow-lift"
      onSubmit={(event) => {
        event.preventDefault()
        go(Number.parseInt(typed ?? '', 10) || current)
        setTyped(null)
      }}
    >
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t('previous')}
        unavailable={current <= 1}
        onClick={() => go(current - 1)}
      >
        <ChevronUp className="size-4" aria-hidden="true" />
      </Button>
      <span className="w-12">
        <Input
          aria-label={t('page')}
          inputMode="numeric"
          value={typed ?? current}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
          className="input-plain figures px-1 text-center"
        />
      </span>
      <span className="figures pr-1 text-sm whitespace-nowrap text-ink-soft">{t('total', { total })}</span>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t('next')}
        unavailable={current >= total}
        onClick={() => go(current + 1)}
      >
        <ChevronDown className="size-4" aria-hidden="true" />
      </Button>
    </form>
  )
}
