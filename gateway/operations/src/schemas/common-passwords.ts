/**
 * Passwords of eight characters or more that people use most, in lower case, from the public lists of leaked ones. Attackers try these first, and the
 * limits of sign-in do not stop them: one try per account is enough for some.
 */
const COMMON = new Set(
  `00000000 01234567 012345678 0123456789 0987654321 10203040 1029384756 11111111 111111111 1111111111 11112222 11223344 1122334455 12121212 123123123
123321123 12341234 12344321 1234512345 12345678 123456789 1234567890 12345678910 123456789a 12345678a 1234abcd 1234qwer 12qwaszx 147258369 159357456
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 21212121 22222222 31415926 33333333 44444444 55555555 66666666 741852963
77777777 789456123 87654321 88888888 963852741 98765432 987654321 9876543210 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4 aa123456
aa12345678 aaaaaaaa abc12345 abc123456 abcd1234 abcd12345 abcdefg1 abcdefgh admin123 admin1234 administrator alexander anthony1 asdasdasd asdf1234
asdfasdf asdfghjk asdfghjkl asdfghjkl1 azertyuiop babygirl babygirl1 barcelona baseball baseball1 basketball benjamin blink182 butterfly caroline
changeme changeme1 changeme123 charlie1 chelsea1 chocolate christian christopher computer computer1 corvette cristina danielle december diamond1
dolphins dragon12 drowssap einstein elephant elizabeth firebird flower12 football football1 gabriela garfield godzilla golfgolf greenday guinness
hardcore hello123 hello1234 hellohello helloworld honeybee iloveyou iloveyou! iloveyou1 iloveyou2 infinity internet internet1 isabella jasmine1
jennifer jessica1 jonathan jordan23 justin123 kimberly kristina lasvegas letmein1 letmein123 liverpool liverpool1 loveyou1 macintosh manchester
maradona margaret marlboro master123 maverick mercedes metallica michael1 michelle michigan midnight monkey12 monkey123 mountain mustang1 natalie1
nicholas nintendo november october1 p@ssw0rd p@ssword pa$$w0rd pa55word pass1234 passw0rd passw0rd1 password password! password0 password01
password1 password1! password11 password12 password123 password1234 password12345 password2 password3 password99 passwort passwort1 patricia
peaches1 pokemon1 porsche1 portugal princess princess1 princess12 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qazwsxedc1 qwaszx12 qwe123qwe
qweasdzxc qweqweqwe qwer1234 qwert123 qwert12345 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwertyui qwertyuiop qwertyuiop1
rangers1 rockstar samantha samsung1 sandiego santiago scorpion scotland secret123 september shadow12 slipknot snickers snowball softball spiderman
spiderman1 startrek starwars starwars1 steelers stephanie sterling success1 summer12 sunflower sunshine sunshine1 superman superman1 swordfish
test1234 test12345 testing1 testtest theresa1 thomas12 thunder1 tinkerbell tottenham trinity1 trustno1 unicorn1 valentina vanessa1 veronica victoria
victory1 welcome1 welcome12 welcome123 welcome2 whatever whatever1 william1 winston1 woaini1314 yankees1 zaq12wsx zaq1zaq1 zaqwsxcde zxcv1234
zxcvbnm1 zxcvbnm123 zxcvbnma`.split(/\s+/),
);

/** Whether a password is among those used most, whatever its case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
