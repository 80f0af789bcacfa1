'use client'

import { type ComponentProps, useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

type ButtonProps = ComponentProps<typeof Button>
type Question = Pick<
  ComponentProps<typeof Confirm>,
  'title' | 'description' | 'confirmLabel' | 'danger' | 'children'
>

interface ConfirmButtonProps extends Question {
  /** The text of the button that asks the question. */
  label: string
  button?: Pick<ButtonProps, 'variant' | 'size' | 'className' | 'aria-label'>
  /** The mutation that runs after the question, whose error is shown with it. */
  action: { isPending: boolean; error: unknown }
  /** Runs it. @param onSuccess closes the question and shows `done` */
  onConfirm: (onSuccess: () => void) => void
  /** What was done. */
  done?: string
}

/** A button that does something after a question. */
export function ConfirmButton({ label, button, action, onConfirm, done, ...question }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const showToast = useToast()
  const error = <QueryErrorMessage error={action.error} />

  function close() {
    setOpen(false)
    if (done) showToast(done)
  }
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        {...question}
        open={isOpen}
        onOpenChange={setOpen}
        busy={action.isPending}
        onConfirm={() => onConfirm(close)}
      >
        {question.children ? (
          <div className="flex flex-col gap-4">
            {question.children}
            {error}
          </div>
        ) : (
          error
        )}
      </Confirm>
    </>
  )
}
