'use client'

import { useTranslations } from 'use-intl'
import type { DocumentActionsProps } from '#components/documents/document-actions.tsx'
import { Button } from '#components/ui/button.tsx'
import { MenuLater } from '#components/ui/lazy/menu-later.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'

const loadActions = () =>
  import('#components/documents/document-actions.tsx').then((module) => module.DocumentActions)

/** The actions of a document besides sending it. */
export function DocumentMenu({
  size = 'icon-sm',
  ...props
}: DocumentActionsProps & { size?: 'icon' | 'icon-sm' }) {
  const t = useTranslations('common')
  return (
    <MenuLater
      trigger={
        <Button variant="quiet" size={size} aria-label={t('actionsFor', { name: props.document.name })}>
          <MoreIcon />
        </Button>
      }
      load={loadActions}
      props={props}
    />
  )
}
