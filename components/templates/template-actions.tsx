'use client'

import { Copy, FolderInput, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { useDelete } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useFolders } from '#components/folders/folders-query.ts'
import { MoveDialog } from '#components/folders/move-folder.tsx'
import { useDuplicate } from '#components/templates/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

interface TemplateMenuProps {
  template: TemplateRecord
  onDuplicated?: (copy: TemplateRecord) => void
  onDeleted?: () => void
}

/** The actions of a template besides using it. */
export function TemplateMenu({ template, onDuplicated, onDeleted }: TemplateMenuProps) {
  const t = useTranslations()
  const [isDeleting, setDeleting] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const hasFolders = useFolders().length > 0
  const duplicate = useDuplicate()
  const remove = useDelete('templates')
  const showToast = useToast()
  const errorText = useErrorText()
  const createCopy = () =>
    duplicate.mutate(template.id, {
      onSuccess: (body) => {
        showToast(t('templates.menu.duplicated', { name: body.data.name }))
        onDuplicated?.(body.data)
      },
      onError: (error) => showToast(errorText(error), 'danger'),
    })
  const confirmDeletion = () =>
    remove.mutate(template.id, {
      onSuccess: () => {
        setDeleting(false)
        showToast(t('templates.deletion.done'))
        onDeleted?.()
      },
    })
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={t('common.actionsFor', { name: template.name })}>
            <MoreIcon />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link href={`/templates/${template.id}/edit`}>
            <Pencil className="size-4" aria-hidden="true" />
            {t('templates.menu.change')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={createCopy} disabled={duplicate.isPending}>
          <Copy className="size-4" aria-hidden="true" />
          {t('templates.menu.duplicate')}
        </MenuItem>
        {hasFolders ? (
          <MenuItem onSelect={() => setMoving(true)}>
            <FolderInput className="size-4" aria-hidden="true" />
            {t('folders.move.action')}
          </MenuItem>
        ) : null}
        <MenuRule />
        <MenuItem danger onSelect={() => setDeleting(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
          {t('common.delete')}
        </MenuItem>
      </Menu>
      <MoveDialog kind="template" record={template} open={isMoving} onOpenChange={setMoving} />
      <Confirm
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t('templates.deletion.title')}
        description={t('templates.deletion.text', { name: template.name })}
        confirmLabel={t('common.delete')}
        danger
        busy={remove.isPending}
        onConfirm={confirmDeletion}
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
