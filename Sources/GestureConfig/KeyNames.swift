/// The names that `keys` accepts: evdev's in lower case without `KEY_`, the common names of modifiers, and mouse buttons with
/// `BTN_`.
package enum KeyNames {
  /// The code of a key; nil if no key has the name. Case and a leading `KEY_` do not matter.
  package static func code(of name: String) -> UInt16? {
    var name = name.lowercased()
    if name.hasPrefix("key_") { name.removeFirst(4) }
    return codes[name]
  }

  /// A modifier by its usual name, any other key by the kernel's; the number of a code without a name.
  package static func name(of code: UInt16) -> String {
    let usual = usualNames.first { $0.1 == code }?.0
    let kernel = codes.filter { key in key.value == code && !usualNames.contains { $0.0 == key.key } }.keys
      .min()
    return (isModifier(code) ? usual ?? kernel : kernel ?? usual) ?? "\(code)"
  }

  package static func isModifier(_ code: UInt16) -> Bool { modifiers.contains(code) }

  /// All names, for suggestions.
  package static var all: [String] { codes.keys.sorted() }

  /// KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT, KEY_RIGHTCTRL, KEY_RIGHTALT, KEY_LEFTMETA, KEY_RIGHTMETA.
  private static let modifiers: [UInt16] = [29, 42, 54, 56, 97, 100, 125, 126]

  private static let usualNames: [(String, UInt16)] = [
    ("ctrl", 29), ("control", 29), ("shift", 42), ("alt", 56), ("altgr", 100), ("super", 125), ("meta", 125),
    ("win", 125), ("escape", 1), ("return", 28), ("del", 111), ("ins", 110), ("pgup", 104), ("pgdown", 109),
    ("print", 99),
    ("btn_left", 272), ("btn_right", 273), ("btn_middle", 274), ("btn_side", 275), ("btn_extra", 276),
  ]

  /// Parsed at the first use of `keys`.
  private static let codes: [String: UInt16] = {
    var codes: [String: UInt16] = [:]
    for entry in table.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let sides = entry.split(separator: 0x3D)
      guard sides.count == 2, let code = UInt16(String(decoding: sides[1], as: UTF8.self)) else { continue }
      codes[String(decoding: sides[0], as: UTF8.self)] = code
    }
    for (name, code) in usualNames where codes[name] == nil || name == "print" { codes[name] = code }
    return codes
  }()

  /// KEY_* of linux/input-event-codes.h. `print` is KEY_SYSRQ, which keyboards label Print; KEY_PRINT (210) is not on keyboards.
  private static let table = """
    esc=1 1=2 2=3 3=4 4=5 5=6 6=7 7=8 8=9 9=10 0=11 minus=12 equal=13 backspace=14 tab=15 q=16 w=17 e=18
    r=19 t=20 y=21 u=22 i=23 o=24 p=25 leftbrace=26 rightbrace=27 enter=28 leftctrl=29 a=30 s=31 d=32 f=33
    g=34 h=35 j=36 k=37 l=38 semicolon=39 apostrophe=40 grave=41 leftshift=42 backslash=43 z=44 x=45 c=46
    v=47 b=48 n=49 m=50 comma=51 dot=52 slash=53 rightshift=54 kpasterisk=55 leftalt=56 space=57 capslock=58
    f1=59 f2=60 f3=61 f4=62 f5=63 f6=64 f7=65 f8=66 f9=67 f10=68 numlock=69 scrolllock=70 kp7=71 kp8=72
    kp9=73 kpminus=74 kp4=75 kp5=76 kp6=77 kpplus=78 kp1=79 kp2=80 kp3=81 kp0=82 kpdot=83 zenkakuhankaku=85
    102nd=86 f11=87 f12=88 ro=89 katakana=90 hiragana=91 henkan=92 katakanahiragana=93 muhenkan=94
    kpjpcomma=95 kpenter=96 rightctrl=97 kpslash=98 sysrq=99 rightalt=100 linefeed=101 home=102 up=103
    pageup=104 left=105 right=106 end=107 down=108 pagedown=109 insert=110 delete=111 macro=112 mute=113
    volumedown=114 volumeup=115 power=116 kpequal=117 kpplusminus=118 pause=119 scale=120 kpcomma=121
    hangeul=122 hanguel=122 hanja=123 yen=124 leftmeta=125 rightmeta=126 compose=127 stop=128 again=129
    props=130 undo=131 front=132 copy=133 open=134 paste=135 find=136 cut=137 help=138 menu=139 calc=140
    setup=141 sleep=142 wakeup=143 file=144 sendfile=145 deletefile=146 xfer=147 prog1=148 prog2=149 www=150
    msdos=151 coffee=152 screenlock=152 rotate_display=153 direction=153 cyclewindows=154 mail=155
    bookmarks=156 computer=157 back=158 forward=159 closecd=160 ejectcd=161 ejectclosecd=162 nextsong=163
    playpause=164 previoussong=165 stopcd=166 record=167 rewind=168 phone=169 iso=170 config=171
    homepage=172 refresh=173 exit=174 move=175 edit=176 scrollup=177 scrolldown=178 kpleftparen=179
    kprightparen=180 new=181 redo=182 f13=183 f14=184 f15=185 f16=186 f17=187 f18=188 f19=189 f20=190
    f21=191 f22=192 f23=193 f24=194 playcd=200 pausecd=201 prog3=202 prog4=203 all_applications=204
    dashboard=204 suspend=205 close=206 play=207 fastforward=208 bassboost=209 print=210 hp=211 camera=212
    sound=213 question=214 email=215 chat=216 search=217 connect=218 finance=219 sport=220 shop=221
    alterase=222 cancel=223 brightnessdown=224 brightnessup=225 media=226 switchvideomode=227
    kbdillumtoggle=228 kbdillumdown=229 kbdillumup=230 send=231 reply=232 forwardmail=233 save=234
    documents=235 battery=236 bluetooth=237 wlan=238 uwb=239 unknown=240 video_next=241 video_prev=242
    brightness_cycle=243 brightness_auto=244 brightness_zero=244 display_off=245 wwan=246 wimax=246
    rfkill=247 micmute=248 ok=352 select=353 goto=354 clear=355 power2=356 option=357 info=358 time=359
    vendor=360 archive=361 program=362 channel=363 favorites=364 epg=365 pvr=366 mhp=367 language=368
    title=369 subtitle=370 angle=371 full_screen=372 zoom=372 mode=373 keyboard=374 aspect_ratio=375
    screen=375 pc=376 tv=377 tv2=378 vcr=379 vcr2=380 sat=381 sat2=382 cd=383 tape=384 radio=385 tuner=386
    player=387 text=388 dvd=389 aux=390 mp3=391 audio=392 video=393 directory=394 list=395 memo=396
    calendar=397 red=398 green=399 yellow=400 blue=401 channelup=402 channeldown=403 first=404 last=405
    ab=406 next=407 restart=408 slow=409 shuffle=410 break=411 previous=412 digits=413 teen=414 twen=415
    videophone=416 games=417 zoomin=418 zoomout=419 zoomreset=420 wordprocessor=421 editor=422
    spreadsheet=423 graphicseditor=424 presentation=425 database=426 news=427 voicemail=428 addressbook=429
    messenger=430 displaytoggle=431 brightness_toggle=431 spellcheck=432 logoff=433 dollar=434 euro=435
    frameback=436 frameforward=437 context_menu=438 media_repeat=439 10channelsup=440 10channelsdown=441
    images=442 notification_center=444 pickup_phone=445 hangup_phone=446 link_phone=447 del_eol=448
    del_eos=449 ins_line=450 del_line=451 fn=464 fn_esc=465 fn_f1=466 fn_f2=467 fn_f3=468 fn_f4=469
    fn_f5=470 fn_f6=471 fn_f7=472 fn_f8=473 fn_f9=474 fn_f10=475 fn_f11=476 fn_f12=477 fn_1=478 fn_2=479
    fn_d=480 fn_e=481 fn_f=482 fn_s=483 fn_b=484 fn_right_shift=485 brl_dot1=497 brl_dot2=498 brl_dot3=499
    brl_dot4=500 brl_dot5=501 brl_dot6=502 brl_dot7=503 brl_dot8=504 brl_dot9=505 brl_dot10=506
    numeric_0=512 numeric_1=513 numeric_2=514 numeric_3=515 numeric_4=516 numeric_5=517 numeric_6=518
    numeric_7=519 numeric_8=520 numeric_9=521 numeric_star=522 numeric_pound=523 numeric_a=524 numeric_b=525
    numeric_c=526 numeric_d=527 camera_focus=528 wps_button=529 touchpad_toggle=530 touchpad_on=531
    touchpad_off=532 camera_zoomin=533 camera_zoomout=534 camera_up=535 camera_down=536 camera_left=537
    camera_right=538 attendant_on=539 attendant_off=540 attendant_toggle=541 lights_toggle=542
    als_toggle=560 rotate_lock_toggle=561 refresh_rate_toggle=562 buttonconfig=576 taskmanager=577
    journal=578 controlpanel=579 appselect=580 screensaver=581 voicecommand=582 assistant=583
    kbd_layout_next=584 emoji_picker=585 dictate=586 brightness_min=592 brightness_max=593
    kbdinputassist_prev=608 kbdinputassist_next=609 kbdinputassist_prevgroup=610
    kbdinputassist_nextgroup=611 kbdinputassist_accept=612 kbdinputassist_cancel=613 right_up=614
    right_down=615 left_up=616 left_down=617 root_menu=618 media_top_menu=619 numeric_11=620 numeric_12=621
    audio_desc=622 3d_mode=623 next_favorite=624 stop_record=625 pause_record=626 vod=627 unmute=628
    fastreverse=629 slowreverse=630 data=631 onscreen_keyboard=632 privacy_screen_toggle=633
    selective_screenshot=634 next_element=635 previous_element=636 autopilot_engage_toggle=637
    mark_waypoint=638 sos=639 nav_chart=640 fishing_chart=641 single_range_radar=642 dual_range_radar=643
    radar_overlay=644 traditional_sonar=645 clearvu_sonar=646 sidevu_sonar=647 nav_info=648
    brightness_menu=649 macro1=656 macro2=657 macro3=658 macro4=659 macro5=660 macro6=661 macro7=662
    macro8=663 macro9=664 macro10=665 macro11=666 macro12=667 macro13=668 macro14=669 macro15=670
    macro16=671 macro17=672 macro18=673 macro19=674 macro20=675 macro21=676 macro22=677 macro23=678
    macro24=679 macro25=680 macro26=681 macro27=682 macro28=683 macro29=684 macro30=685
    macro_record_start=688 macro_record_stop=689 macro_preset_cycle=690 macro_preset1=691 macro_preset2=692
    macro_preset3=693 kbd_lcd_menu1=696 kbd_lcd_menu2=697 kbd_lcd_menu3=698 kbd_lcd_menu4=699
    kbd_lcd_menu5=700
    """
}
