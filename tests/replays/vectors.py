"""The test vectors of FORMAT.md that several tests start from."""

from hashlib import sha256

from app.rules.cards import DECK, sort_cards
from app.rules.dealer import Pile
from replays.deal import Bound


def words(text: str) -> list[str]:
    return text.split()


DEAL = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"
LAST_SEED = sha256(b"kartfold test seed").digest()
ENTROPY = [(seat, sha256(f"kartfold seat {seat}".encode()).hexdigest()) for seat in (0, 2)]
S0 = "dbd39e961e86728be51169d0e3a826e93c5b104ffe9f1c18ee2eb86e9353cf3c"
S1 = "3aea8a4922776878f4c66df2b87a46a0dda93c37c2489592a9356c8cea5338af"
K = bytes.fromhex("9f2ca9d5e1bce4f76b98c290f5b1d59718bf6187f33fe74c7b817e79e8d6bb31")
ORDER = words(
    """
    y6 gR y3 gD b3 bS gS r3 bD yD W4 gS b7 gD r4 g3 b1 b0 b9 g3 r6 yS W4 bD rD r9 W4 y1 yS y8 y8 r8 y9 g7 yR r0 bR r7
    g0 rR g2 g5 r3 b2 g2 rS y0 g4 y1 WB WB b4 rD g8 b8 WB rS y5 b9 r1 WB yR WB g5 y4 g9 b4 W4 r8 y2 b8 y6 b1 y4 y7 WB
    gR g1 WB b5 b2 g7 g8 y9 y5 r7 r2 g6 r6 r2 b6 y7 r5 b5 b7 r4 b6 bR WB r1 r5 g6 b3 r9 yD y3 g9 y2 bS rR g1 g4
    """
)
ROOT = "a64e1eb420de3b428c5b87b89a11a6b3e77166e6595e4d851b82391dd297f4a6"
SALT_0 = "6418451b232323e3a656ecd7dc891d0850432c0e9ab0f32dd9f66b8f6d8e0d86"
LEAF_0 = "7531ef9c2a641d9609b20a3184d5f85f6bce968ee05b8fed18db25f9f4685503"
PATH_0 = words(
    """
    71532e6ff66ac7481b9418d7bf9e3f3b0c4c71c3df7e728cbbef87d923c6f383
    aba42208e845f2af5071a88a0eaa874e32e0f8d322be5e6b4831c5ac4c8ff5b1
    fc04a64ac67844f2c517b446b387d2d0c34d185404f4b787a5f6483108fd8a2a
    d1ee8c98c841ef6325cc4e6da310d0b133cead2c719791dd1ad2635f112d1060
    7226f0f86990c5286007be082a6b67815d76e598981d4999dd000e5da7fd3793
    ca7d5feb3cb271448cea7fe14cefee168d5b5bebbd1d2e7ef4d2463757872c92
    28c24798c8211c9e67f09918030668082f47a6b5c4c25956698a3d8239b716d1
    """
)
PATH_100 = words(
    """
    38af562c68b52e6a06871e6206d4d59d14e609a35c00c35e9e9e69c6afc86d4d
    1b0de4ad10e89236056c0ab605592ca9e2b151eccfcf571cc2e4a73e6ce07656
    298be1f0ba0ef426ccd426529391666d4ab961feeeeec3dff3911fadb8a7e32e
    0b78cbc45d68ce682d904169566f2b675041260ffc3d7dc4fc47b74985130fd7
    ce9c1bc34237ad4f36b5173f25978f2e082147719acf0441dffbfe9d9d07edb1
    9728167921c4747cefb739f38ff6f07ea04f5f9e5bbf3215392752cd7905aad5
    """
)
ROOT_HAND_2 = "cf574f9930f3da5f1bec3d447538f3de00060d83b11a07e20b7c811405b399d5"
RESHUFFLED = Pile(112, sort_cards(words("WB r5 b0 g9 W4 yS r5")))
ROOT_RESHUFFLED = "8af888676b58489f6d449f0902bdc683c711133d5e1422fe999518607e500bc7"

WHOLE = (Pile(0, DECK),)
AGAIN = (*WHOLE, RESHUFFLED)
BOUND = Bound(hand=1, pile=0, first=0, cards=112, root=ROOT)
