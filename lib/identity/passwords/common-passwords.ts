/** Words that occur in the most common passwords of published leaks. */
const words = `
  password passwort passwd passw motdepasse contrasena contraseña parola wachtwoord senha salasana haslo
  qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfghjkl asdf zxcvbnm zxcvbn qazwsx qazwsxedc wsxedc qweasd
  qweasdzxc qwer asdfgh asdfghjk yxcvbnm qwaszx poiuytrewq mnbvcxz lkjhgfdsa
  welcome welcom willkommen bienvenue bienvenido letmein changeme change default secret geheim secreto
  administrator admin administrador administrateur root user username usuario guest login master superuser support test
  tester testing demo manager server system computer internet google facebook linkedin microsoft windows samsung
  iloveyou ilove loveyou lovely love youandme forever friends family princess prinzessin princesa sunshine
  football fussball futbol soccer baseball basketball hockey liverpool arsenal chelsea barcelona realmadrid juventus
  superman batman spiderman pokemon starwars naruto dragon monkey tiger shadow killer hunter ranger eagle falcon phoenix
  michael jennifer jessica charlie daniel andrew thomas robert jordan ashley nicole michelle matthew anthony joshua
  summer winter spring autumn sommer printemps january february october november december monday friday
  chocolate butterfly strawberry cookie cheese banana pepper ginger buster maggie bailey flower rainbow
  whatever trustno nothing hello hallo bonjour freedom blessed jesus jesuschrist heaven angel abc abcd abcdef
  access mustang corvette ferrari mercedes porsche harley yamaha diamond silver golden money lucky
  company enterprise business office work london paris berlin madrid america canada france germany
`
  .split(/\s+/)
  .filter(Boolean)

/** Common passwords that are not a word with digits. */
const phrases = `
  correcthorsebatterystaple iamtheonlyone letmeinletmein thequickbrownfox tobeornottobe maytheforcebewithyou
  opensesame123 iwillsurvive nopasswordhere mypassword123 mypassword1234 thisismypassword thisisapassword
  iloveyousomuch iloveyouforever iloveyoubaby ihateyou1234 fuckyou12345 fuckyoufuckyou imthebest123 1234qwerasdfzxcv
  1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc zaq12wsxcde3 zaq1xsw2cde3
  q1w2e3r4t5y6 q1w2e3r4t5y6u7i8 a1b2c3d4e5f6 a1s2d3f4g5h6 qwer1234asdf asdf1234qwer qwe123asd456 qwe123qwe123
  abc123abc123 abcd1234abcd 123456789abc 123456789abcd 123456789qwerty 123qweasdzxc qweasdzxc123 1a2b3c4d5e6f
  unknown12345 myspace12345 p@ssw0rdp@ssw0rd pass@word1234 pass@1234567
`
  .split(/\s+/)
  .filter(Boolean)

export const commonWords: ReadonlySet<string> = new Set(words)
export const commonPhrases: ReadonlySet<string> = new Set(phrases)

/** Sequences on QWERTY, QWERTZ and AZERTY keyboards and in the alphabet; a password that is part of one is refused. */
export const keyboardRuns = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1234567890qwertyuiop',
  '1234567890-=',
  '!@#$%^&*()_+',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
] as const
