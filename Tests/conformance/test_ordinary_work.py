"""False recognitions of every shipped configuration: none in recordings of hardware, and at most two an hour in drawn ordinary
work (scripts/work.py). Two minutes of work are played, and half an hour in the whole tests."""

import os
import tempfile
import unittest

import noise
import recordings

PATHS = recordings.some()
MINUTES = 30 if recordings.IS_WHOLE else 2


class OrdinaryWork(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.work = noise.draw(cls.folder.name, MINUTES)

    def test_drawn(self):
        for name in noise.SHIPPED:
            with self.subTest(name):
                false = noise.in_work(name, *self.work)
                said = "\n".join("%s, %s: %s" % (kind, drawn, noise.text(event)) for kind, drawn, event in false)
                self.assertLessEqual(len(false), noise.LIMIT * MINUTES / 60, said)

    @unittest.skipUnless(PATHS, "the shared hardware recordings are not beside the project")
    @unittest.skipUnless(os.path.isdir("/usr/share/libinput"), "libinput's quirks are not installed")
    def test_recorded(self):
        for name in noise.SHIPPED:
            with self.subTest(name):
                false = noise.on_recordings(name, PATHS)
                self.assertEqual(["%s: %s" % (path, noise.text(event)) for path, event in false], [])


if __name__ == "__main__":
    unittest.main()
