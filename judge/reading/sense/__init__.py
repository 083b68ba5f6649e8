"""What a text comes to: whose language it is in, order or prose, one meaning or several."""
