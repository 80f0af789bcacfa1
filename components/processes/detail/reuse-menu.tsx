'use client'

import { Copy, LayoutTemplate, Users } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { hasEndedUnsigned } from '#components/processes/detail/start-again.ts'
import { useDuplicateProcess } from '#components/processes/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** The ways to use the process for further ones; nothing if there is none. */
export function ReuseMenu({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.actions')
  const mayWrite = useCan('process.write')
  const hasAllDocuments = process.documents.every((document) => !document.deleted_at)
  const canBeTemplate = useCan('template.write') && hasAllDocuments
  const hasSentSigners = process.status !== 'draft' && !hasEndedUnsigned(process)
  const duplicate = useDuplicateProcess(process.id)
  const router = useRouter()
  const showToast = useToast()
  const errorText = useErrorText()
  if (!canBeTemplate && !mayWrite) return null
  const createCopy = () =>
    duplicate.mutate(undefined, {
      onSuccess: ({ data }) => {
        showToast(t('duplicated', { name: data.name }))
        router.push(`/processes/${data.id}`)
      },
      onError: (error) => showToast(errorText(error), 'danger'),
    })
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={t('more')}>
          <MoreIcon />
        </Button>
      }
    >
      {mayWrite ? (
        <MenuItem onSelect={createCopy} disabled={duplicate.isPending}>
          <Copy className="size-4" aria-hidden="true" />
          {t('duplicate')}
        </MenuItem>
      ) : null}
      {mayWrite && hasSentSigners ? (
        <MenuItem asChild>
          <Link href={`/processes/new?process=${process.id}`}>
            <Users className="size-4" aria-hidden="true" />
            {t('sameSigners')}
          </Link>
        </MenuItem>
      ) : null}
      {canBeTemplate ? (
        <MenuItem asChild>
          <Link href={`/templates/new?process=${process.id}`}>
            <LayoutTemplate className="size-4" aria-hidden="true" />
            {t('saveAsTemplate')}
          </Link>
        </MenuItem>
      ) : null}
    </Menu>
  )
}
