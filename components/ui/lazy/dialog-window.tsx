'use client'

import { X } from 'lucide-react'
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { useErrorsInView } from '#components/ui/form/use-errors-in-view.ts'
import { useReturningFocus } from '#components/ui/lazy/use-returning-focus.ts'

// Overlay and dialog have the same z-index, so the overlay of a second dialog covers the first.
const overlayClass = 'fixed inset-0 z-50 bg-shade'
const cardClass =
  'appear fixed z-50 flex max-h-[88dvh] flex-col bg-card shadow-float border-rule inset-x-0 bottom-0 rounded-t-lg border-t p-5 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:p-7 sideways:max-h-dvh sideways:px-5 sideways:py-3 enlarged:block enlarged:max-h-dvh enlarged:overflow-y-auto'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** `sideways`: on a phone in landscape only, for two columns. */
  wide?: boolean | 'sideways'
  /** "Close" in the reader's language if absent. */
  closeLabel?: string
}

export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide,
  closeLabel,
}: DialogProps) {
  const t = useTranslations('common')
  const focus = useReturningFocus()
  const errorsInView = useErrorsInView()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...focus}
          className={cx(
            cardClass,
            wide === true ? 'sm:max-w-2xl' : 'sm:max-w-md',
            wide === 'sideways' && 'sideways:max-w-2xl',
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={cx('mb-3 min-w-0 shrink-0 pe-10', wide === true && 'sideways:mb-0')}>
            <RadixDialog.Title className="heading text-xl">{title}</RadixDialog.Title>
            {description ? (
              <RadixDialog.Description
                className={cx(
                  'mt-1.5 text-ink-soft',
                  wide === true && '[@media(max-height:40rem)]:sr-only enlarged:sr-only',
                )}
              >
                {description}
              </RadixDialog.Description>
            ) : null}
          </div>
          {/* As wide and high as the dialog, so that the outlines of its fields are not cut off. */}
          <div
            {...errorsInView}
            className="-mx-5 -mb-5 sm:-mx-7 sm:-mb-7 sideways:-mx-5 sideways:-mb-3 flex min-h-0 flex-col overflow-y-auto px-5 pt-1 pb-5 sm:px-7 sm:pb-7 sideways:px-5 sideways:pb-3"
          >
            {children}
          </div>
          {/* Last, so that the first field has the focus. */}
          <RadixDialog.Close asChild>
            <Button
              variant="quiet"
              size="icon-sm"
              aria-label={closeLabel ?? t('close')}
              className="absolute top-4 end-3 sm:top-6 sm:end-5 sideways:top-2"
            >
              <X className="size-4" aria-hidden="true" />
            </Button>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

export interface ConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  /** A second action on the cancel button; it only closes the dialog if absent. */
  onCancel?: () => void
  busy?: boolean
  danger?: boolean
  children?: ReactNode
  /** What went wrong: an element with a role. */
  notice?: ReactNode
}

export function ConfirmWindow(props: ConfirmProps) {
  const t = useTranslations('common')
  const focus = useReturningFocus()
  const { ref, onSubmit } = useErrorsInView()
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content {...focus} className={cx(cardClass, 'overflow-y-auto sm:max-w-md')}>
          <form
            ref={ref}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              // Not for the form that the dialog was opened from.
              event.stopPropagation()
              onSubmit()
              props.onConfirm()
            }}
            className="flex flex-col"
          >
            <AlertDialog.Title className="heading text-xl">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-ink-soft">
              {props.description}
            </AlertDialog.Description>
            {props.children ? <div className="mt-4">{props.children}</div> : null}
            <div className="dialog-actions mt-4 sideways:mt-1">
              {props.notice}
              <AlertDialog.Cancel asChild>
                <Button variant="line" onClick={props.onCancel}>
                  {props.cancelLabel ?? t(props.danger ? 'keep' : 'cancel')}
                </Button>
              </AlertDialog.Cancel>
              <Button variant={props.danger ? 'danger' : 'primary'} type="submit" busy={props.busy}>
                {props.confirmLabel}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
