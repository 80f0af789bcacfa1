'use client'

import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { PlainImage } from '#components/ui/plain-image.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { fill } from '../fill.ts'
import { useSigningSession } from '../session/context.ts'
import type { MarkProps } from '../shapes.ts'
import { importPicture, MAX_PIXELS, readPictureSize } from './picture.ts'

const MAX_MEGABYTES = 15
const limits = { megabytes: MAX_MEGABYTES, megapixels: MAX_PIXELS / 1_000_000 }

type ErrorKey = 'uploadLarge' | 'uploadManyPixels' | 'uploadBad' | 'uploadEmpty'

/** An uploaded picture of a signature; its background is removed in the browser. */
export function UploadMark({ onChange }: MarkProps) {
  const { t } = useSigningSession()
  const [image, setImage] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<ErrorKey | null>(null)

  /** The file that was chosen last; null once another kind of signature is made. */
  const chosen = useRef<File | null>(null)
  useEffect(
    () => () => {
      chosen.current = null
    },
    [],
  )

  async function readPicture(file: File | undefined) {
    if (!file) return
    chosen.current = file
    const fileError = await findFileError(file)
    if (chosen.current !== file) return
    setError(fileError)
    if (fileError) return setReading(false)
    setReading(true)
    const picture = await importPicture(file).catch(() => undefined)
    if (chosen.current !== file) return
    setReading(false)
    if (!picture) setError(picture === null ? 'uploadEmpty' : 'uploadBad')
    setImage(picture ?? null)
    onChange(picture ? { method: 'uploaded', image: picture } : null)
  }

  return (
    <div>
      <div className="on-page relative flex h-[clamp(5rem,88dvh-24rem,10rem)] items-center justify-center overflow-hidden rounded-md border border-dashed border-rule-strong bg-page p-3 text-ink-soft sideways:h-[clamp(4rem,100dvh-15rem,10rem)]">
        {isReading ? <Spinner className="size-6" /> : null}
        {image && !isReading ? (
          <PlainImage
            src={image}
            alt={t.uploadAlt}
            className="absolute inset-0 size-full object-contain p-3"
          />
        ) : null}
        {!image && !isReading ? <ImagePlus className="size-8" strokeWidth={1.25} aria-hidden="true" /> : null}
      </div>
      <p id="upload-hint" className="mt-2 text-sm text-ink-soft">
        {t.uploadHint}
      </p>
      <Button
        asChild
        className="mt-3 cursor-pointer focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2"
      >
        <label>
          <input
            type="file"
            accept="image/png,image/jpeg"
            aria-describedby="upload-hint"
            className="sr-only"
            onChange={(event) => {
              void readPicture(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {image ? t.uploadOther : t.uploadChoose}
        </label>
      </Button>
      {error ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          {fill(t[error], limits)}
        </p>
      ) : null}
    </div>
  )
}

async function findFileError(file: File): Promise<ErrorKey | null> {
  if (file.size > MAX_MEGABYTES * 1024 * 1024) return 'uploadLarge'
  const size = await readPictureSize(file)
  if (!size) return 'uploadBad'
  return size.width * size.height > MAX_PIXELS ? 'uploadManyPixels' : null
}
