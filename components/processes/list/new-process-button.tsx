'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'

export function NewProcessButton() {
  const t = useTranslations('processes')
  return (
    <Button asChild variant="primary">
      <Link href="/processes/new">
        <Plus className="size-4" aria-hidden="true" />
        {t('new')}
      </Link>
    </Button>
  )
}
