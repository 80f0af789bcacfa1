'use client'

import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import type { SendFinding } from '#components/zones/send/send-checks.ts'

interface FindingListProps {
  findings: SendFinding[]
  onShow: (zones: string[]) => void
}

/** Problems and notes before sending, each with a button that selects its fields. */
export function FindingList({ findings, onShow }: FindingListProps) {
  const t = useTranslations('zones.send')
  if (findings.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {findings.map(({ weight, message, zones }) => (
        <li
          key={message}
          className={cx(
            'flex items-start gap-3 rounded-md px-3 py-2',
            weight === 'stop' ? 'bg-danger-wash text-danger' : 'bg-warn-wash text-warn',
          )}
        >
          <span className="min-w-0 flex-1">{message}</span>
          {zones ? (
            <Button
              size="sm"
              variant={weight === 'stop' ? 'danger-line' : 'line'}
              onClick={() => onShow(zones)}
            >
              {t('show')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
