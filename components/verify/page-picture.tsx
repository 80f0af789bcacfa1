import { fill } from '#components/signing/fill.ts'
import { PlainImage } from '#components/ui/plain-image.tsx'
import type { VerifyTexts } from '#lib/messages/verify'
import type { DifferencesRecord } from '#lib/signing/verify/differences-schema'

export type PageRecord = DifferencesRecord['revisions'][number]['pages'][number]

interface PictureProps {
  page: PageRecord
  picture: string | null
  label: string
  name: string
  t: VerifyTexts
}

/** One side of a page that looks different, with the changed areas marked. */
export function PagePicture({ page, picture, label, name, t }: PictureProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium">{label}</figcaption>
      <div className="on-page relative overflow-hidden rounded-md border border-rule bg-page shadow-lift">
        {picture ? (
          <PlainImage
            src={picture}
            alt={fill(t.differences.areas, { name, label, count: page.areas.length })}
            width={page.width}
            height={page.height}
            className="h-auto w-full"
          />
        ) : (
          <div
            style={{ aspectRatio: `${page.width} / ${page.height}` }}
            className="flex items-center justify-center bg-well p-3 text-center text-sm text-ink-soft"
          >
            {t.differences.absent}
          </div>
        )}
        {picture
          ? page.areas.map(({ x, y, width, height }) => (
              <span
                key={`${x} ${y}`}
                aria-hidden="true"
                className="absolute rounded-sm bg-accent/10 outline-2 outline-accent group-data-changed/pages:bg-danger/10 group-data-changed/pages:outline-danger"
                style={{
                  left: `${x * 100}%`,
                  top: `${y * 100}%`,
                  width: `${width * 100}%`,
                  height: `${height * 100}%`,
                }}
              />
            ))
          : null}
      </div>
    </figure>
  )
}
