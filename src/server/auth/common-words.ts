// Words that password-strength.ts looks for. Plain strings, so that no function reads a file at runtime.

/** Parts of the most common passwords: words, first names, clubs, phrases. Lower case. */
const COMMON = `1q2w3e4r abcd1234 administrator alexander america andrew angel anthony apple arsenal ashley babygirl bailey
  banana baseball basketball batman buster butterfly changeme charlie cheese chelsea chocolate clinic computer
  cookie correcthorsebatterystaple dallas daniel default diamond dragon eminem everton family flower football
  forever freedom friend george ginger google guest hannah harley hello hunter iloveu iloveyou internet jasmine
  jennifer jessica jordan joseph joshua junior justin killer letmein linkedin liverpool login london love lovely
  maggie manchester master matrix matthew mercedes merlin michael michelle mickey money monkey monster mother
  mustang myspace nicole ninja oliver orange parola passphrase passw0rd password patrick peanut pepper please
  pokemon portal princess purple qwerty robert samantha samsung scotland secret server shadow snoopy soccer sophie
  starwars summer sunday sunshine superman taylor thomas thunder tigger trustno test united victoria welcome
  whatever william winter yellow youllneverwalkalone youneverwalkalone acupuncture wellness treatment therapy
  voucher standard abigail albert alfie alice amanda amelia barbara benjamin caroline catherine christian
  christine christopher claire david deborah dorothy edward elizabeth ellie emily ethan frank freya gareth graham
  harold harry heather helen henry isabella jacob james janet jason jeremy jonathan julie karen keith kevin
  kimberly laura lauren leanne lewis linda louise lucas margaret maria martin megan melissa mohammed natalie
  nathan nicola nigel olivia pamela patricia peter phoebe poppy rachel rebecca richard roger ronald rosie sandra
  sarah sharon simon stephanie stephen steven stuart susan theresa thompson timothy tracey vanessa vincent wayne
  jesus christ christmas merry happy birthday newyear halloween easter january february september october november
  december monday tuesday wednesday thursday friday saturday holiday prince queen mummy daddy darling sweetheart
  anfield goodison merseyside scouser beatles cavern pennylane albertdock kopite england wales ireland britain
  birmingham newcastle tottenham rangers celtic rovers albion wanderers potter hogwarts gryffindor skywalker vader
  force frodo gandalf hobbit pikachu mario minecraft fortnite roblox spiderman ironman avengers simpsons frozen
  mickeymouse winniethepooh thrones dragons jungle rockyou quickbrownfox jumpsover thelazydog lordoftherings
  onceuponatime supercalifragilisticexpialidocious hakunamatata opensesame keepcalmandcarryon stairwaytoheaven
  hotelcalifornia bohemianrhapsody yellowsubmarine strawberryfields dancingqueen wonderwall heyjude carpediem
  abracadabra livelaughlove mustnottellanyone thisismypassword street garden`

/** Swear words, and long passwords from leaked lists: base64 of a list with spaces, so that nobody has to read them. */
const ENCODED = `
  YXNzaG9sZSBmdWNreW91IDFxYTJ3czNlZDRyZjV0ZyAyMzE3NmRqaXZhbmZyb3MgYWtzamRsYXNkYWtqODk4NzkgYmhyaDBoMm9vZjZ4YnFqZWgg
  YnBnamxkc2dqbGR0aG5mIGRvb21zYXllciBmYW1pbGl5YSBoZDc2NG53NWQ3ZTF2YiBpbmFjdGl2ZSBrYXJ0b2ZmZWxwdWZmZXIgbGhiamtqdWJ6
  Mjk1NzcwNCBsaWdodHBvd2VyIGx5dGR5YnJiZGZ2Z2JoZiBtYWlsY3JlYXRlZDUyNDAgbWVnYXBpemRldHogbWlncmF0aW9uc2Nob29sIG1vbXNh
  bmFsYWR2ZW50dXJlIG5lZXBvZGNoZWh5bCBuZW12eHloZXFkZDVvcXh5eHl6aSBuZXdvcmxlYW5zIG5pY2sxMjM0cmVtOTM2IHBvbG5peXBpemRl
  YyBzZGY3YXNkZjZhc2RnOGRmIHNvbWFueXBpY2tsZXMgc3RlZmFuZ3JlaWwgeWZkYnVmbmpoIHpxanBoc3lmNmN0aWZndSBmdWNrIHNoaXQgYml0
  Y2ggY3VudCB3YW5rZXIgYmFzdGFyZCBib2xsb2Nrcw==`

export const commonWords: readonly string[] = [
  ...COMMON.split(/\s+/),
  ...Buffer.from(ENCODED, 'base64').toString().split(' '),
]

/** Short words that connect the common ones, as in "may the force be with you". */
export const fillerWords: readonly string[] =
  `a i u am an as at be by do go he hi if in is it me my no of oh on or ok so to up us we all and any are but can
  did for get got had has her him his how its ill ive im let may not now off old one our out own say see she the
  too two was way who why will with you your youre does done dont cant wont down even ever from give good have
  here home into just keep know like live long look make more much must need never only over said some take than
  that thats the their them then there they this time very want well went were what when where which word would`.split(
    /\s+/,
  )
