import { encode } from 'uqr'
import { Button } from '#components/ui/button.tsx'
import { PlainImage } from '#components/ui/plain-image.tsx'

/** The empty margin around the code, which scanners need. */
const QUIET_ZONE_MODULES = 3

interface QrCodeProps {
  text: string
  label: string
  /** Offers the code as an image to print; with the name of the file, and the label of its link. */
  file?: { name: string; label: string }
}

/** A QR code: dark on white in every theme, as cameras expect. */
export function QrCode({ text, label, file }: QrCodeProps) {
  const { data, size } = encode(text, { border: QUIET_ZONE_MODULES })
  const squares = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  const image =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${squares}"/></svg>`
  const url = `data:image/svg+xml,${encodeURIComponent(image)}`
  return (
    <div className="flex flex-col items-center gap-3">
      <PlainImage src={url} alt={label} width={192} height={192} className="rounded-md" />
      {file ? (
        <Button asChild size="sm">
          <a href={url} download={`${file.name}.svg`}>
            {file.label}
          </a>
        </Button>
      ) : null}
    </div>
  )
}
