/** The fonts for values and other texts: paths in `node_modules`. */
const textFiles = {
  NotoSans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  NotoSansBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  NotoSansItalic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  NotoSansSC: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  NotoSansSCBold: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  NotoSansArabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  NotoSansArabicBold: '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
  NotoSansThai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  NotoSansThaiBold: '@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf',
  NanumGothic: '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  NanumGothicBold: '@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf',
  NotoSansBengali: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  NotoSansBengaliBold: '@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf',
  NotoSansTamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  NotoSansTamilBold: '@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf',
  NotoSansTelugu: '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  NotoSansTeluguBold: '@expo-google-fonts/noto-sans-telugu/700Bold/NotoSansTelugu_700Bold.ttf',
  NotoSansKhmer: '@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf',
  NotoSansKhmerBold: '@expo-google-fonts/noto-sans-khmer/700Bold/NotoSansKhmer_700Bold.ttf',
  NotoSansJP: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  NotoSansJPBold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
  NotoEmoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  // Without a folder: of `lib/pdf/text/fonts`. The packages of these have 22 MB, of which two of eighteen weights and pictures are used.
  NotoSansEthiopic: 'NotoSansEthiopic.ttf',
  NotoSansEthiopicBold: 'NotoSansEthiopicBold.ttf',
  NotoSansGujarati: 'NotoSansGujarati.ttf',
  NotoSansGujaratiBold: 'NotoSansGujaratiBold.ttf',
  NotoSansGurmukhi: 'NotoSansGurmukhi.ttf',
  NotoSansGurmukhiBold: 'NotoSansGurmukhiBold.ttf',
  NotoSansKannada: 'NotoSansKannada.ttf',
  NotoSansKannadaBold: 'NotoSansKannadaBold.ttf',
  NotoSansMalayalam: 'NotoSansMalayalam.ttf',
  NotoSansMalayalamBold: 'NotoSansMalayalamBold.ttf',
  NotoSansMyanmar: 'NotoSansMyanmar.ttf',
  NotoSansMyanmarBold: 'NotoSansMyanmarBold.ttf',
  NotoSansOriya: 'NotoSansOriya.ttf',
  NotoSansOriyaBold: 'NotoSansOriyaBold.ttf',
  NotoSansSinhala: 'NotoSansSinhala.ttf',
  NotoSansSinhalaBold: 'NotoSansSinhalaBold.ttf',
  DejaVuSans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  DejaVuSansBold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  DejaVuSansMono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
} as const

const handwritingFiles = {
  Caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  DancingScript: '@expo-google-fonts/dancing-script/500Medium/DancingScript_500Medium.ttf',
  GreatVibes: '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf',
  // Its package has no licence text: that is in licenses/mynerve.txt.
  Mynerve: '@expo-google-fonts/mynerve/Mynerve_400Regular.ttf',
  Marhey: '@expo-google-fonts/marhey/400Regular/Marhey_400Regular.ttf',
  GveretLevin: '@expo-google-fonts/gveret-levin/400Regular/GveretLevin_400Regular.ttf',
  Kalam: '@expo-google-fonts/kalam/400Regular/Kalam_400Regular.ttf',
  ZenKurenaido: '@expo-google-fonts/zen-kurenaido/400Regular/ZenKurenaido_400Regular.ttf',
  MaShanZheng: '@expo-google-fonts/ma-shan-zheng/400Regular/MaShanZheng_400Regular.ttf',
  NanumPenScript: '@expo-google-fonts/nanum-pen-script/400Regular/NanumPenScript_400Regular.ttf',
} as const

export const fontFiles = { ...textFiles, ...handwritingFiles }
export type FaceName = keyof typeof fontFiles

/** Whether a font is a file of a package, not of `lib/pdf/text/fonts`. */
export function isPackaged(file: string): boolean {
  return file.includes('/')
}

/** The files of the fonts for texts. */
export const textFontFiles: readonly string[] = Object.values(textFiles)
