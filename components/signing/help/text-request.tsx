'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { trimText } from '#lib/core/text/clean'
import { formatError, Notice } from '../notice.tsx'
import { useSigningSession } from '../session/context.ts'

interface TextRequestProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  label: string
  sendLabel: string
  /** What is said once it was sent. */
  done: ReactNode
  send: (text: string) => Promise<unknown>
}

const MAX_CHARACTERS = 2000

/** A dialog that sends a text, and says what happens next. */
export function TextRequest({ open, onClose, title, description, done, ...form }: TextRequestProps) {
  const { t } = useSigningSession()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const request = useMutation({ mutationFn: () => form.send(trimText(text)), onSuccess: () => setText('') })
  function close() {
    onClose()
    if (request.isSuccess) request.reset()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : close())}
      title={title}
      description={request.isSuccess ? undefined : description}
      closeLabel={t.close}
    >
      <p role="status" className="text-lg text-pretty empty:hidden">
        {request.isSuccess ? done : null}
      </p>
      {request.isSuccess ? (
        <Button size="lg" variant="primary" className="mt-6 sm:self-end" onClick={close}>
          {t.close}
        </Button>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (trimText(text)) request.mutate()
            else setMissing(true)
          }}
        >
          <Field label={form.label} error={isMissing ? t.textMissing : undefined}>
            <Textarea
              rows={4}
              value={text}
              maxLength={MAX_CHARACTERS}
              onChange={(event) => {
                setText(event.target.value)
                setMissing(false)
              }}
            />
          </Field>
          <div className="dialog-actions">
            {request.error ? <Notice>{formatError(request.error, t)}</Notice> : null}
            <Button size="lg" variant="quiet" onClick={close}>
              {t.back}
            </Button>
            <Button size="lg" variant="primary" type="submit" busy={request.isPending}>
              {form.sendLabel}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
